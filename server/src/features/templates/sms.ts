import { say } from '@gensvar/contract/say'
import type {
  StoredTemplate,
  createSmsTemplate as createRoute,
  updateSmsTemplate as updateRoute,
} from '@gensvar/contract/templates'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { checkTemplate } from '#server/domain/messages/compile-template.ts'
import { tagsOf } from '#server/domain/messages/tag-list.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { demandNoErrors, demandOwnLanguages } from './language-problems.ts'
import {
  addTemplate,
  contentOf,
  demandEditable,
  demandTemplate,
  freshTemplate,
  saveTemplate,
  sentOf,
} from './service.ts'
import type { AskedTemplate, StoredAs } from './service.ts'

type SmsBody = z.output<(typeof createRoute)['body']>

/** How a text message's template is stored. */
const storedAs: StoredAs = { kind: 'SMS', taken: say`Failed creating SMS template - name already in use` }

/** A text message's template; id 0 is what a new one begins with. Throws `not_found`. */
export async function getSmsTemplate(ctx: Ctx, { templateId }: AskedTemplate): Promise<StoredTemplate> {
  if (templateId === 0) return freshTemplate(ctx, 'SMS')
  return sentOf(ctx, await demandTemplate(ctx, templateId, 'SMS'))
}

/** Adds a text message's template. Throws `validation` at the field, `conflict` at `name`. */
export async function createSmsTemplate(ctx: Ctx, survey: string, body: SmsBody) {
  const content = { ...contentOf(ctx, body, null), ...smsContent(body) }
  await demandTags(ctx, survey, body)
  return write(ctx, async (tx) => ({ template: await addTemplate(tx, storedAs, content) }))
}

/** Saves a text message's template. Throws besides `forbidden` for a system one, `conflict` at `version`. */
export async function updateSmsTemplate(ctx: Ctx, survey: string, body: z.output<(typeof updateRoute)['body']>) {
  const stored = await demandTemplate(ctx, body.id, 'SMS')
  demandEditable(ctx, stored)
  const content = { ...contentOf(ctx, body, stored), ...smsContent(body) }
  await demandTags(ctx, survey, body)
  const over = { ...storedAs, id: body.id, version: body.version }
  return write(ctx, async (tx) => ({ template: await saveTemplate(tx, over, content) }))
}

async function demandTags(ctx: Ctx, survey: string, body: SmsBody): Promise<void> {
  const { contents, locale, subject, languages } = body
  if (contents === '')
    throw new AppError('validation', say`Contents are required`, { contents: say`Contents are required` })
  demandOwnLanguages(ctx, locale, languages)
  const empty = languages.findIndex((language) => language.contents === '')
  if (empty >= 0)
    throw new AppError('validation', say`Contents are required`, {
      [`languages.${empty}.contents`]: say`Contents are required`,
    })
  const { model } = await surveyAccess(ctx, survey)
  const origin = configuredAddress(ctx.config)
  const known = new Set(tagsOf(model, { origin, locale: ctx.locale }).map(({ name }) => name))
  const source = { ...smsContent(body), locale, subject, sending_type: 'SMS' as const }
  demandNoErrors(ctx, (await checkTemplate(source, { origin, known })).problems)
}

function smsContent({ contents, languages }: SmsBody) {
  return {
    ...{ contents, design: contents, code: '', from_name: null, from_email: null },
    languages: languages.map((language) => ({ ...language, design: language.contents, code: '' })),
  }
}
