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
import { findTemplateRow } from '#server/domain/messages/template-store.ts'
import type { TemplateRow } from '#server/domain/messages/template-store.ts'
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
  removeTemplate,
  saveTemplate,
  sentOf,
  universeOf,
} from './service.ts'
import type { AskedTemplate, StoredAs } from './service.ts'

type SmsBody = z.output<(typeof createRoute)['body']>

/** What a template of text holds. */
type TextBody = Omit<SmsBody, 'sendingType'>
/** Templates of text alone: text messages, and what calls begin with. */
type TextKind = SmsBody['sendingType']

/** How a template of text is stored. */
function storedAs({ config }: Pick<Ctx, 'config'>, kind: TextKind): StoredAs {
  if (kind === 'SMS') return { kind, taken: say`Failed creating SMS template - name already in use` }
  return { kind, taken: say`Failed creating ${providerOf(config)} template - name already in use` }
}

/** What the provider of calls is called: the one whose API it is, or the host of another with that API. */
function providerOf({ phone }: Ctx['config']): string {
  const host = phone === null ? '' : new URL(phone.url).host
  return host === '' || host === 'api.twilio.com' ? 'Twilio' : host
}

/** A template of text; id 0 is what a new one of a kind begins with. Throws `not_found`. */
export async function getSmsTemplate(
  ctx: Ctx,
  { templateId, sendingType }: AskedTemplate & { sendingType: TextKind },
): Promise<StoredTemplate> {
  if (templateId === 0) return freshTemplate(ctx, sendingType)
  return sentOf(ctx, await demandTextTemplate(ctx, templateId))
}

/** Deletes a template of text. Throws as `removeTemplate` does. */
export async function removeSmsTemplate(ctx: Ctx, asked: AskedTemplate): Promise<{ ok: true }> {
  const { sending_type: kind } = await demandTextTemplate(ctx, asked.templateId)
  return removeTemplate(ctx, asked, kind)
}

async function demandTextTemplate(ctx: Ctx, id: number): Promise<TemplateRow & { sending_type: TextKind }> {
  const isCall = await findTemplateRow(ctx.db, { id, universeId: universeOf(ctx), kind: 'PHONE' })
  const kind = isCall ? 'PHONE' : 'SMS'
  return { ...(isCall ?? (await demandTemplate(ctx, id, kind))), sending_type: kind }
}

/** Adds a template of text. Throws `validation` at the field, `conflict` at `name`. */
export async function createSmsTemplate(ctx: Ctx, survey: string, body: SmsBody) {
  const content = { ...contentOf(ctx, body, null), ...smsContent(body) }
  await demandTags(ctx, survey, body)
  const as = storedAs(ctx, body.sendingType)
  return write(ctx, async (tx) => ({ template: await addTemplate(tx, as, content) }))
}

/** Saves a template of text. Throws besides `forbidden` for a system one, `conflict` at `version`. */
export async function updateSmsTemplate(ctx: Ctx, survey: string, body: z.output<(typeof updateRoute)['body']>) {
  const stored = await demandTextTemplate(ctx, body.id)
  demandEditable(ctx, stored)
  const content = { ...contentOf(ctx, body, stored), ...smsContent(body) }
  await demandTags(ctx, survey, body)
  const over = { ...storedAs(ctx, stored.sending_type), id: body.id, version: body.version }
  return write(ctx, async (tx) => ({ template: await saveTemplate(tx, over, content) }))
}

async function demandTags(ctx: Ctx, survey: string, body: TextBody): Promise<void> {
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

function smsContent({ contents, languages }: TextBody) {
  return {
    ...{ contents, design: contents, code: '', from_name: null, from_email: null },
    languages: languages.map((language) => ({ ...language, design: language.contents, code: '' })),
  }
}
