import { messageLength } from '@gensvar/contract/message-length'
import { say } from '@gensvar/contract/say'
import type { previewSms as previewRoute, testSms as testRoute } from '@gensvar/contract/templates'
import type { z } from 'zod'
import type { Delivery, OutgoingMessage } from '#server/domain/campaigns/channels/channel.ts'
import { openChannel } from '#server/domain/campaigns/channels/open-channel.ts'
import { normalPhone } from '#server/domain/campaigns/rules/addresses.ts'
import type { Ctx } from '#server/domain/context.ts'
import { checkTemplate, fillText } from '#server/domain/messages/compile-template.ts'
import type { TemplateProblem } from '#server/domain/messages/compile-template.ts'
import { BrokenTag } from '#server/domain/messages/message-text.ts'
import { exampleValues, tagsOf } from '#server/domain/messages/tag-list.ts'
import type { ListedTag } from '#server/domain/messages/tag-list.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { insertKeptMails } from '#server/platform/mail/mail-queue.ts'
import { smsSender } from '#server/platform/sms-settings.ts'
import { translate } from '#server/platform/translate.ts'
import { demandNoErrors } from './language-problems.ts'
import { demandFewTests } from './few-tests.ts'

type TestBody = z.output<typeof testRoute.body>

const keptWords = storeWords(say`Nothing is set up to send it: it is kept here to be read.`)

/** A text message filled with examples, and what is wrong with it. */
export async function previewSms(
  ctx: Ctx,
  survey: string,
  asked: z.output<typeof previewRoute.body>,
): Promise<z.input<typeof previewRoute.response>> {
  const { text, problems } = await filled(ctx, survey, asked)
  const said = problems.map(({ part, line, isError, words }) => ({
    ...{ part, line, isError, text: translate(words, ctx.locale) },
  }))
  return { text, problems: said }
}

/**
 * Sends a text message, filled with examples, to a number. Throws `validation` at the field, `too_many` for somebody who sends
 * tests as others send messages, and `unavailable` where it cannot be sent.
 */
export async function testSms(ctx: Ctx, survey: string, body: TestBody): Promise<z.input<typeof testRoute.response>> {
  const message = await messageOf(ctx, survey, body)
  await demandFewTests(ctx)
  const channel = openChannel(ctx, 'SMS')
  try {
    const prepared = await channel.prepare(message)
    const isOutbox = ctx.config.sms === null
    // Nothing leaves the server then: what is kept is a row.
    const kept = isOutbox ? await prepared.send() : null
    await write(ctx, async (tx) => {
      if (kept?.outcome === 'kept') await insertKeptMails(tx.db, [kept.mail], keptWords)
      await tx.audit({ action: 'template.test', object: message.to })
    })
    demandSent(kept ?? (await prepared.send()))
    return { ok: true, isOutbox, phoneNumber: message.to, parts: messageLength(message.text).parts }
  } finally {
    channel.close()
  }
}

async function messageOf(ctx: Ctx, survey: string, body: TestBody): Promise<OutgoingMessage> {
  const { contents, phoneNumber, locale } = body
  const from = body.sender ?? ctx.config.sms?.from ?? ''
  if (from === '') throw wrong('sender', say`A test needs a sender`)
  if (!smsSender.test(from))
    throw wrong('sender', say`Write a phone number, or a name of at most 11 letters and digits.`)
  const to = await normalPhone(ctx.db, phoneNumber)
  if (to === null) throw wrong('phoneNumber', say`This is no phone number.`)
  if (contents === '') throw wrong('contents', say`Contents are required`)
  const { text, problems } = await filled(ctx, survey, { contents, subject: '', locale })
  demandNoErrors(ctx, problems)
  if (text === null || text.trim() === '') throw wrong('contents', say`Contents are required`)
  return {
    ...{ to, text, key: crypto.randomUUID(), subject: '', html: '', unsubscribe: '', bouncesTo: null },
    sender: { name: '', address: from, replyTo: null, bcc: null },
  }
}

/** Throws what became of a message that was not sent. */
function demandSent(delivery: Delivery): void {
  switch (delivery.outcome) {
    case 'sent':
    case 'kept':
    case 'printed':
      return
    case 'failed':
      throw delivery.error
    case 'refused':
      throw wrong(delivery.isAddress ? 'phoneNumber' : '', delivery.reason)
    default:
      throw new AppError('unavailable', delivery.reason)
  }
}

function wrong(field: string, words: ReturnType<typeof say>): AppError {
  return new AppError('validation', words, field === '' ? {} : { [field]: words })
}

/** Addresses of examples are as long as those that are sent, so that a text has as many parts as it will have. */
const exampleLinks: Readonly<Record<string, string>> = {
  'survey.link': '/s/ExampleOfAnOwnLink123456',
  'unsubscribe.link': '/u/ExampleOfAnEnd123456',
}

async function filled(
  ctx: Ctx,
  survey: string,
  { contents, subject, locale }: { contents: string; subject: string; locale: string },
): Promise<{
  text: string | null
  problems: Pick<TemplateProblem, 'part' | 'line' | 'isError' | 'words' | 'at' | 'language'>[]
}> {
  const { model } = await surveyAccess(ctx, survey)
  const origin = configuredAddress(ctx.config)
  const tags = tagsOf(model, { origin, locale: ctx.locale }).map((tag): ListedTag => {
    const link = exampleLinks[tag.name]
    return link === undefined ? tag : { ...tag, example: origin + link }
  })
  const known = new Set(tags.map(({ name }) => name))
  const source = { sending_type: 'SMS' as const, locale, subject, contents, design: contents, languages: [] }
  const { template, problems } = await checkTemplate(source, { origin, known })
  if (template?.kind !== 'TEXT') return { text: null, problems }
  try {
    return { text: fillText(template.inLanguage(locale), exampleValues(tags, locale)).text, problems }
  } catch (error) {
    if (!(error instanceof BrokenTag)) throw error
    const broken = { part: 'contents', line: null, isError: true, words: error.words, at: 0, language: locale } as const
    return { text: null, problems: [...problems, broken] }
  }
}
