import {
  getEditorOptions,
  listImages,
  listMergeTags,
  listStartTemplates,
  removeImage,
  uploadImage,
} from '@gensvar/contract/template-editor'
import * as letterRoutes from '@gensvar/contract/letters'
import { nameParam } from '@gensvar/contract/request-texts'
import { say } from '@gensvar/contract/say'
import { surveyHeader } from '@gensvar/contract/survey-header'
import {
  createSmsTemplate,
  createTemplate,
  getSmsTemplate,
  getTemplate,
  listTemplateLocales,
  listTemplateTags,
  listTemplates,
  previewMail,
  previewSms,
  removeSmsTemplate,
  removeTemplate,
  testSms,
  updateSmsTemplate,
  updateTemplate,
} from '@gensvar/contract/templates'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { incomingFile } from '#server/features/imports/service.ts'
import { AppError } from '#server/platform/errors.ts'
import * as editor from './editor.ts'
import * as images from './images.ts'
import { uploadLetter } from './letter-upload.ts'
import * as letters from './letters.ts'
import * as mails from './mails.ts'
import * as service from './service.ts'
import * as smsTests from './sms-tests.ts'
import * as sms from './sms.ts'

/** Serves message templates, what their editors need, and the images that mails show. */
export function templateRoutes(app: FastifyInstance): void {
  implement(app, listTemplates, (ctx, { params, query }) => service.listTemplates(ctx, params.survey, query))
  implement(app, listTemplateLocales, (ctx) => service.listTemplateLocales(ctx))
  implement(app, listTemplateTags, (ctx) => service.listTemplateTags(ctx))
  implement(app, getTemplate, (ctx, { params }) => mails.getTemplate(ctx, params))
  implement(app, createTemplate, (ctx, { params, query, body }) =>
    mails.createTemplate(ctx, params.survey, body, askedTest(query, body)),
  )
  implement(app, updateTemplate, (ctx, { params, query, body }) =>
    mails.updateTemplate(ctx, params.survey, body, askedTest(query, body)),
  )
  implement(app, removeTemplate, (ctx, { params }, { request }) =>
    request.method === 'HEAD' ? { ok: true as const } : service.removeTemplate(ctx, params, 'EMAIL'),
  )
  implement(app, previewMail, (ctx, { params, body }) => mails.previewMail(ctx, params.survey, body))
  implement(app, getSmsTemplate, (ctx, { params, query }) => sms.getSmsTemplate(ctx, { ...params, ...query }))
  implement(app, createSmsTemplate, (ctx, { body }, { request }) =>
    sms.createSmsTemplate(ctx, surveyInHeader(request), body),
  )
  implement(app, updateSmsTemplate, (ctx, { body }, { request }) =>
    sms.updateSmsTemplate(ctx, surveyInHeader(request), body),
  )
  implement(app, previewSms, (ctx, { params, body }) => smsTests.previewSms(ctx, params.survey, body))
  implement(app, testSms, (ctx, { params, body }) => smsTests.testSms(ctx, params.survey, body))
  implement(app, removeSmsTemplate, (ctx, { params }) => sms.removeSmsTemplate(ctx, params))
  letterTemplateRoutes(app)
  implement(app, listMergeTags, (ctx, { params }) => editor.listMergeTags(ctx, params.survey))
  implement(app, getEditorOptions, (ctx, { params, query }) =>
    editor.getEditorOptions(ctx, params.survey, query.locale),
  )
  implement(app, listStartTemplates, (ctx, { query }) => editor.listStartTemplates(ctx, query.locale))
  implement(app, listImages, (ctx) => images.listImages(ctx))
  implement(app, uploadImage, (ctx, { body }) => images.uploadImage(ctx, body))
  implement(app, removeImage, (ctx, { params }) => images.removeImage(ctx, params.imageId))

  // Mail programs load images without signing in, on pages of other sites.
  app.get<{ Params: { file: string } }>('/mailimages/:file', async (request, reply) => {
    const image = await images.openImage(app.deps, request.params.file)
    if (!image) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such image.')
    return reply
      .type(image.type === 'png' ? 'image/png' : 'image/jpeg')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(image.content)
  })
}

function letterTemplateRoutes(app: FastifyInstance): void {
  implement(app, letterRoutes.getLetterTemplate, (ctx, { params }) => letters.getLetterTemplate(ctx, params))
  implement(app, letterRoutes.createLetterTemplate, (ctx, { params, body }) =>
    letters.createLetterTemplate(ctx, params.survey, body),
  )
  implement(app, letterRoutes.updateLetterTemplate, (ctx, { params, body }) =>
    letters.updateLetterTemplate(ctx, params.survey, body),
  )
  implement(app, letterRoutes.removeLetterTemplate, (ctx, { params }) => service.removeTemplate(ctx, params, 'LETTER'))
  implement(app, letterRoutes.uploadLetter, (ctx, { params, query }, reply) =>
    uploadLetter(
      ctx,
      params.survey,
      query.templateId,
      incomingFile(app, letterRoutes.uploadLetter, query.filename, reply),
    ),
  )
  implement(app, letterRoutes.renderLetterTemplate, (ctx, { params, query }) =>
    letters.renderLetterTemplate(ctx, params, query),
  )
  implement(app, letterRoutes.getLetterHelp, (ctx, { params }) =>
    letters.getLetterHelp(ctx, params.survey, params.drillPath),
  )
}

/** The test that is sent while saving: in the main language where none is named. */
function askedTest(
  { testmail, testlanguage }: { testmail?: string | undefined; testlanguage?: string | undefined },
  { locale }: { locale: string },
): mails.AskedTest | null {
  return testmail === undefined ? null : { to: testmail, language: testlanguage ?? locale }
}

/** The survey that a call is about whose path has none. Throws `validation`. */
function surveyInHeader({ headers }: FastifyRequest): string {
  try {
    const survey = nameParam.safeParse(decodeURIComponent(String(headers[surveyHeader] ?? '')))
    if (survey.success && survey.data !== '') return survey.data
  } catch {
    // Nothing that a browser writes.
  }
  throw new AppError('validation', say`Name the survey in the header x-survey.`)
}
