import { say } from '@gensvar/contract/say'
import type {
  MessageProblem,
  StoredTemplate,
  createTemplate as createRoute,
  previewMail as previewRoute,
  updateTemplate as updateRoute,
} from '@gensvar/contract/templates'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { compileMail, fillMail } from '#server/domain/messages/compile-mail.ts'
import type { CompiledMail, FilledMail, MailSource } from '#server/domain/messages/compile-mail.ts'
import type { MessageProblem as Problem } from '#server/domain/messages/message-problem.ts'
import { BrokenTag } from '#server/domain/messages/message-text.ts'
import { startMails } from '#server/domain/messages/start-mails.ts'
import { exampleValues, tagsOf } from '#server/domain/messages/tag-list.ts'
import type { ListedTag } from '#server/domain/messages/tag-list.ts'
import { sendStoredMails } from '#server/domain/notices/mail-tasks.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { insertMail } from '#server/platform/mail/mail-queue.ts'
import { translate } from '#server/platform/translate.ts'
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
import { countTestMails } from './store.ts'

type MailBody = z.output<(typeof createRoute)['body']>
type Saved = Promise<{ template: StoredTemplate; tested: boolean }>

/** How a mail's template is stored. */
const storedAs: StoredAs = { kind: 'EMAIL', taken: say`Name already in use?` }

/** Fields of the form by the part of a message that is wrong. */
const fieldOf = {
  mjml: 'design.mjml',
  subject: 'subject',
  preheader: 'design.preheader',
  contents: 'contents',
} as const

/** Most test mails of a user in an hour. */
const mostTests = 60

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

/** Adds a mail's template, and sends a test to an address. Throws `validation` at the field, `conflict` at `name`. */
export async function createTemplate(ctx: Ctx, survey: string, body: MailBody, test: string | null): Saved {
  const shared = contentOf(ctx, body, null)
  const made = await compileBody(ctx, survey, body)
  await demandFewTests(ctx, test)
  return write(ctx, async (tx) => {
    const template = await addTemplate(tx, storedAs, { ...shared, ...mailContent(body, made.mail) })
    if (test !== null) await sendTest(tx, made, test)
    return { template, tested: test !== null }
  })
}

/** Saves a mail's template, as above. Throws besides `forbidden` for a system one, `conflict` at `version`. */
export async function updateTemplate(
  ctx: Ctx,
  survey: string,
  body: z.output<(typeof updateRoute)['body']>,
  test: string | null,
): Saved {
  const stored = await demandTemplate(ctx, body.id, 'EMAIL')
  demandEditable(ctx, stored)
  const shared = contentOf(ctx, body, stored)
  const made = await compileBody(ctx, survey, body)
  await demandFewTests(ctx, test)
  return write(ctx, async (tx) => {
    const content = { ...shared, ...mailContent(body, made.mail) }
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
  const { mail, problems, tags } = await compile(ctx, survey, { ...design, subject, locale })
  const said = problems.map((problem) => saidProblem(ctx, problem))
  if (!mail) return { mail: null, problems: said }
  try {
    return { mail: fillMail(mail, exampleValues(tags, locale)), problems: said }
  } catch (error) {
    if (!(error instanceof BrokenTag)) throw error
    return {
      mail: null,
      problems: [...said, { part: 'mjml', line: null, isError: true, text: translate(error.words, ctx.locale) }],
    }
  }
}

/** A problem in the reader's language. */
export function saidProblem({ locale }: Pick<Ctx, 'locale'>, { words, ...problem }: Problem): MessageProblem {
  return { ...problem, text: translate(words, locale) }
}

/** Throws `validation` at the field of the first error. */
export function demandNoErrors(problems: readonly Problem[]): void {
  const wrong = problems.find(({ isError }) => isError)
  if (!wrong) return
  const words = wrong.line === null || wrong.part === 'subject' ? wrong.words : say`Line ${wrong.line}: ${wrong.words}`
  throw new AppError('validation', words, { [fieldOf[wrong.part]]: words })
}

interface Made {
  mail: CompiledMail
  source: MailSource
  tags: readonly ListedTag[]
}

async function compileBody(ctx: Ctx, survey: string, { design, subject, locale }: MailBody): Promise<Made> {
  const source = { ...design, subject, locale }
  const { mail, problems, tags } = await compile(ctx, survey, source)
  demandNoErrors(problems)
  if (!mail) throw new Error('A mail without an error was not compiled')
  return { mail, source, tags }
}

async function compile(ctx: Ctx, survey: string, source: MailSource) {
  const { model } = await surveyAccess(ctx, survey)
  const origin = configuredAddress(ctx.config)
  const tags = tagsOf(model, { origin, locale: ctx.locale })
  return { ...(await compileMail(source, { origin, known: new Set(tags.map(({ name }) => name)) })), tags }
}

function mailContent({ design, fromName, fromEmail }: MailBody, { code }: CompiledMail) {
  return {
    ...{ code, contents: '', design: JSON.stringify(design) },
    from_name: fromName === '' ? null : fromName,
    from_email: fromEmail === '' ? null : fromEmail,
  }
}

/** Throws `too_many` for somebody who sends tests as others send mail. */
async function demandFewTests(ctx: Ctx, test: string | null): Promise<void> {
  if (test === null) return
  const since = new Date(ctx.clock.now().getTime() - 3_600_000)
  if ((await countTestMails(ctx.db, ctx.identity.userId, since)) >= mostTests)
    throw new AppError('too_many', say`You have sent ${mostTests} test mails within an hour. Wait a while.`)
}

async function sendTest(
  tx: Parameters<Parameters<typeof write<Ctx, void>>[1]>[0],
  made: Made,
  to: string,
): Promise<void> {
  const { subject, html, text } = filledTest(made)
  const mail = { to, html, text, subject: translate(say`A test: ${subject}`, tx.locale) }
  await insertMail(tx.db, { ...mail, userId: tx.identity.userId, unsubscribes: [], now: tx.clock.now() })
  await tx.audit({ action: 'template.test', object: to })
  await sendStoredMails(tx)
}

function filledTest({ mail, tags, source }: Made): FilledMail {
  try {
    return fillMail(mail, exampleValues(tags, source.locale))
  } catch (error) {
    if (!(error instanceof BrokenTag)) throw error
    throw new AppError('validation', error.words, { 'design.mjml': error.words })
  }
}
