import { languageTags, pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { readRecipient } from '#server/domain/notices/recipient-store.ts'
import { sendStoredMails } from '#server/domain/notices/mail-tasks.ts'
import { nameOfUser } from '#server/domain/people/name-of-user.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { html } from '#server/platform/html.ts'
import { insertMail, unsubscribePlace } from '#server/platform/mail/mail-queue.ts'
import { translate } from '#server/platform/translate.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { endsSubscription } from './ended-by-mail.ts'
import { noteResult } from './results.ts'

/**
 * Writes the mail of a report that a subscription asked for, in the transaction that stores its file: exactly one. It holds
 * a link and no file, because files in mail outlive the rights to them. Does nothing for other reports; for those whose
 * subscription was paused meanwhile, or whose reader has no address, it notes that no mail comes.
 */
export async function mailDelivery(tx: WriteTx, reportUuid: string, { isEmpty }: { isEmpty: boolean }): Promise<void> {
  const found = await findDelivery(tx, reportUuid)
  if (!found) return
  const { id, ownerId, locale, title, survey, author, isActive } = found
  const recipient = isActive ? await readRecipient(tx.db, ownerId, found.universeId) : null
  if (!recipient) {
    await tx.db
      .updateTable('subscription_delivery')
      .set({ settled: true })
      .where('report_uuid', '=', reportUuid)
      .execute()
    if (isActive) await noteResult(tx, id, { result: 'failed', at: tx.clock.now(), reason: noAddress })
    return
  }
  const link = `${configuredAddress(tx.config)}/reportdownload/${encodeURIComponent(survey)}/${reportUuid}`
  const organisation = pickText(recipient.organisation, locale) || recipient.universe
  const empty = isEmpty ? translate(say`There are no answers in this period.`, locale) : ''
  const kept = translate(say`Only you can open it, signed in, and only for a week.`, locale)
  const why = translate(
    author === ''
      ? say`You get this because you subscribed to this report, at ${organisation}.`
      : say`You get this because ${author} subscribed you to this report, at ${organisation}.`,
    locale,
  )
  const stop = translate(say`Stop such mails`, locale)
  const open = translate(say`Open it`, locale)
  const text = [title, empty, link, kept, `${why}\n${stop}: ${unsubscribePlace}`].filter(Boolean).join('\n\n')
  const page = html`<!doctype html>
    <html lang="${languageTags[locale]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
      </head>
      <body style="font:16px/1.5 system-ui,sans-serif;max-width:560px;margin:0 auto;padding:16px">
        <p style="font-weight:600">${title}</p>
        ${empty === '' ? null : html`<p>${empty}</p>`}
        <p><a href="${link}">${open}</a></p>
        <p>${kept}</p>
        <p style="font-size:13px">${why} <a href="${unsubscribePlace}">${stop}</a></p>
      </body>
    </html>`.text
  const now = tx.clock.now()
  const mail = { userId: ownerId, to: recipient.email, subject: title, text, html: page, now }
  const mailId = await insertMail(tx.db, { ...mail, unsubscribes: [endsSubscription(id)] })
  await tx.db
    .updateTable('subscription_delivery')
    .set({ mail_id: mailId, mailed_at: now, is_empty: isEmpty })
    .where('report_uuid', '=', reportUuid)
    .execute()
  if (tx.config.mail) await sendStoredMails(tx)
}

const noAddress = storeWords(say`There is no e-mail address to send it to.`)

/** The subscription that a report was asked for by and that is not mailed yet. */
function findDelivery(tx: WriteTx, reportUuid: string) {
  return tx.db
    .selectFrom('subscription_delivery as delivery')
    .innerJoin('subscription', 'subscription.id', 'delivery.subscription_id')
    .innerJoin('report', 'report.uuid', 'delivery.report_uuid')
    .innerJoin('survey', 'survey.id', 'subscription.survey_id')
    .select([
      'subscription.id',
      'subscription.owner_id as ownerId',
      'subscription.universe_id as universeId',
      'subscription.locale',
      'subscription.active as isActive',
      'report.title',
      'survey.ext_name as survey',
      nameOfUser('subscription.author_id').as('author'),
    ])
    .where('delivery.report_uuid', '=', reportUuid)
    .where('delivery.mailed_at', 'is', null)
    .executeTakeFirst()
}
