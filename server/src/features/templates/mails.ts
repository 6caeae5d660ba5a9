import { say } from '@gensvar/contract/say'
import type {
  MailDesign,
  MessageProblem,
  StoredTemplate,
  createTemplate as createRoute,
  previewMail as previewRoute,
  updateTemplate as updateRoute,
} from '@gensvar/contract/templates'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { fillMail } from '#server/domain/messages/compile-mail.ts'
import type { CompiledMail, FilledMail } from '#server/domain/messages/compile-mail.ts'
import { checkTemplate } from '#server/domain/messages/compile-template.ts'
import type { CompiledTemplate, TemplateSource } from '#server/domain/messages/compile-template.ts'
import type { MessageProblem as Problem } from '#server/domain/messages/message-problem.ts'
import { BrokenTag } from '#server/domain/messages/message-text.ts'
import { startMails } from '#server/domain/messages/start-mails.ts'
import { exampleValues, tagsOf } from '#server/domain/messages/tag-list.ts'
import type { ListedTag } from '#server/domain/messages/tag-list.ts'
import type { TemplateContent } from '#server/domain/messages/template-store.ts'
import { sendStoredMails } from '#server/domain/notices/mail-tasks.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { insertMail } from '#server/platform/mail/mail-queue.ts'
import { translate } from '#server/platform/translate.ts'
import { demandFewTests } from './few-tests.ts'
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

type MailBody = z.output<(typeof createRoute)['body']>
type Saved = Promise<{ template: StoredTemplate; tested: boolean }>

/** How a mail's template is stored. */
const storedAs: StoredAs = { kind: 'EMAIL', taken: say`Name already in use?` }

/** A mail's template; id 0 is what a new one begins with. Throws `not_found`. */
export async function getTemplate(ctx: Ctx, { survey, templateId }: AskedTemplate): Promise<StoredTemplate> {
  if (templateId !== 0) return sentOf(ctx, await demandTemplate(ctx, templateId, 'EMAIL'))
  const { model } = await surveyAccess(ctx, survey)
  const { fromName, fromEmails } = model.config.campaigns
  const [start] = startMails(ctx.locale, ctx.locale)
  return {
    ...freshTemplate(ctx, 'EMAIL'),
    locale: ctx.locale,
    subject: start?.subject ?? '',
    design: JSON.stringify(start?.design ?? {}),
    fromName: fromName ?? null,
    fromEmail: fromEmails[0] ?? null,
  }
}

/** A test that is sent while saving: to whom, and in which language. */
export interface AskedTest {
  to: string
  language: string
}

/** Adds a mail's template, and sends a test to an address. Throws `validation` at the field, `conflict` at `name`. */
export async function createTemplate(ctx: Ctx, survey: string, body: MailBody, test: AskedTest | null): Saved {
  const shared = contentOf(ctx, body, null)
  const made = await compileBody(ctx, survey, body)
  if (test !== null) await demandFewTests(ctx)
  return write(ctx, async (tx) => {
    const template = await addTemplate(tx, storedAs, { ...shared, ...made.content })
    if (test !== null) await sendTest(tx, made, test)
    return { template, tested: test !== null }
  })
}

/** Saves a mail's template, as above. Throws besides `forbidden` for a system one, `conflict` at `version`. */
export async function updateTemplate(
  ctx: Ctx,
  survey: string,
  body: z.output<(typeof updateRoute)['body']>,
  test: AskedTest | null,
): Saved {
  const stored = await demandTemplate(ctx, body.id, 'EMAIL')
  demandEditable(ctx, stored)
  const shared = contentOf(ctx, body, stored)
  const made = await compileBody(ctx, survey, body)
  if (test !== null) await demandFewTests(ctx)
  return write(ctx, async (tx) => {
    const content = { ...shared, ...made.content }
    const template = await saveTemplate(tx, { ...storedAs, id: body.id, version: body.version }, content)
    if (test !== null) await sendTest(tx, made, test)
    return { template, tested: test !== null }
  })
}

/** A mail filled with examples, and what is wrong with it. */
export async function previewMail(
  ctx: Ctx,
  survey: string,
  { design, subject, locale }: z.output<(typeof previewRoute)['body']>,
): Promise<z.input<typeof previewRoute.response>> {
  const source = { ...sourceOf({ locale, subject }, design), sending_type: 'EMAIL' as const, languages: [] }
  const { template, problems, tags } = await compile(ctx, survey, source)
  const said = problems.map((problem) => saidProblem(ctx, problem))
  if (!template) return { mail: null, problems: said }
  try {
    return { mail: fillMail(template.inLanguage(locale), exampleValues(tags, locale)), problems: said }
  } catch (error) {
    if (!(error instanceof BrokenTag)) throw error
    return {
      mail: null,
      problems: [...said, { part: 'mjml', line: null, isError: true, text: translate(error.words, ctx.locale) }],
    }
  }
}

function saidProblem({ locale }: Pick<Ctx, 'locale'>, { part, line, isError, words }: Problem): MessageProblem {
  return { part, line, isError, text: translate(words, locale) }
}

type CompiledMails = Extract<CompiledTemplate, { kind: 'EMAIL' }>

interface Made {
  template: CompiledMails
  tags: readonly ListedTag[]
  content: Pick<TemplateContent, 'design' | 'code' | 'contents' | 'languages' | 'from_name' | 'from_email'>
}

/** Compiles what is to be saved in all of its languages. Throws `validation` at the first field that is wrong. */
async function compileBody(ctx: Ctx, survey: string, body: MailBody): Promise<Made> {
  const { design, locale, subject, languages, fromName, fromEmail } = body
  demandOwnLanguages(ctx, locale, languages)
  const main = sourceOf({ locale, subject }, design)
  const others = languages.map((language) => sourceOf(language, language.design))
  const source = { ...main, sending_type: 'EMAIL' as const, languages: others }
  const { template, problems, tags } = await compile(ctx, survey, source)
  demandNoErrors(ctx, problems)
  if (!template) throw new Error('A mail without an error was not compiled')
  const codeIn = (language: string): string => template.inLanguage(language).code
  const content = {
    ...{ design: main.design, code: codeIn(locale), contents: '' },
    languages: others.map((other) => ({ ...other, code: codeIn(other.locale) })),
    from_name: fromName === '' ? null : fromName,
    from_email: fromEmail === '' ? null : fromEmail,
  }
  return { template, tags, content }
}

function sourceOf({ locale, subject }: { locale: string; subject: string }, design: MailDesign) {
  return { locale, subject, design: JSON.stringify(design), contents: '', code: '' }
}

async function compile(ctx: Ctx, survey: string, source: TemplateSource) {
  const { model } = await surveyAccess(ctx, survey)
  const origin = configuredAddress(ctx.config)
  const tags = tagsOf(model, { origin, locale: ctx.locale })
  const { template, problems } = await checkTemplate(source, { origin, known: new Set(tags.map(({ name }) => name)) })
  return { template: template?.kind === 'EMAIL' ? template : null, problems, tags }
}

async function sendTest(tx: WriteTx<Ctx>, { template, tags }: Made, { to, language }: AskedTest): Promise<void> {
  const { subject, html, text } = filledTest(template.inLanguage(language), tags)
  const mail = { to, html, text, subject: translate(say`A test: ${subject}`, tx.locale) }
  await insertMail(tx.db, { ...mail, userId: tx.identity.userId, unsubscribes: [], now: tx.clock.now() })
  await tx.audit({ action: 'template.test', object: to })
  await sendStoredMails(tx)
}

function filledTest(mail: CompiledMail, tags: readonly ListedTag[]): FilledMail {
  try {
    return fillMail(mail, exampleValues(tags, mail.language))
  } catch (error) {
    if (!(error instanceof BrokenTag)) throw error
    throw new AppError('validation', error.words, { 'design.mjml': error.words })
  }
}
