import { randomBytes } from 'node:crypto'
import { locales } from '@gensvar/contract/local-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillMail } from '#server/domain/messages/compile-mail.ts'
import { compileTemplate } from '#server/domain/messages/compile-template.ts'
import { startMails } from '#server/domain/messages/start-mails.ts'
import { readConfig } from '#server/platform/config.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink } from '#server/testing/mail-sink.ts'
import { hasSpamAssassin, spamScores } from '#server/testing/spamassassin.ts'
import { EmailChannel } from '../channels/email-channel.ts'
import { linksOf, trackedHtml, trackedText } from '../tracking/links.ts'

const origin = 'https://feedback.nordic-retail.example'
const known = new Set(['contact.name', 'survey.link', 'survey.organisation', 'unsubscribe.link'])

let sink: MailSink
beforeAll(async () => {
  sink = await startMailSink()
})
afterAll(() => sink.close())

test.skipIf(!hasSpamAssassin)(
  "a filter of spam lets each mail to start from pass, in each language (it needs Debian's spamassassin)",
  async () => {
    const { mail } = readConfig(sendingTo(sink))
    if (!mail) throw new Error('no mail server is configured')
    const channel = new EmailChannel(mail, () => new Date())
    const links = linksOf(randomBytes(32), 1, { recipientId: 7, responseId: 9 }, origin)
    const values: Record<string, string> = {
      'contact.name': 'Åsa Lind',
      'survey.organisation': 'Nordic Retail',
      'survey.link': links.survey,
      'unsubscribe.link': links.unsubscribe,
    }
    for (const locale of locales)
      for (const { subject, design } of startMails(locale, locale)) {
        const source = { locale, subject, design: JSON.stringify(design), contents: '', languages: [] }
        const template = await compileTemplate({ ...source, sending_type: 'EMAIL' }, { origin, known })
        if (template.kind !== 'EMAIL') throw new Error('not a mail')
        const filled = fillMail(template.inLanguage(locale), (name) => values[name] ?? null)
        const prepared = await channel.prepare({
          ...{ key: '12.1.abc', to: 'asa@customers.example', subject: filled.subject, unsubscribe: links.unsubscribe },
          ...{ html: trackedHtml(filled.html, links), text: trackedText(filled.text, links), bouncesTo: null },
          sender: { name: 'Nordic Retail', address: 'hello@nordic-retail.example', replyTo: null, bcc: null },
        })
        expect(await prepared.send()).toEqual({ outcome: 'sent' })
      }
    channel.close()
    expect(sink.mails).toHaveLength(3 * locales.length)
    const scores = spamScores(sink.mails.map(({ raw }) => raw))
    expect(scores).toHaveLength(sink.mails.length)
    expect(scores.filter(({ score }) => score >= 2)).toEqual([])
  },
  60_000,
)
