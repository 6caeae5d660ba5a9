import { languageTags } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { sendStoredMails } from '#server/domain/notices/mail-tasks.ts'
import { addressOf } from '#server/domain/notices/recipient-store.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { html } from '#server/platform/html.ts'
import { insertMail } from '#server/platform/mail/mail-queue.ts'
import { translate } from '#server/platform/translate.ts'

/**
 * Sends the caller a mail by the way that all mails of the server take; what became of it stands with the others. Throws
 * `conflict` where the caller has no address.
 */
export async function sendTrialMail(ctx: Ctx): Promise<{ ok: true }> {
  const { userId } = ctx.identity
  const user = ctx.db.selectFrom('app_user').select(['username', 'email']).where('id', '=', userId)
  const to = addressOf(await user.executeTakeFirstOrThrow())
  if (to === '') throw new AppError('conflict', say`Your user has no e-mail address to send to.`)
  const subject = translate(say`A mail to try the mail server`, ctx.locale)
  const text = translate(say`This mail server sends the mails of Gensvar.`, ctx.locale)
  const page = html`<!doctype html>
    <html lang="${languageTags[ctx.locale]}">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body>
        <p>${text}</p>
      </body>
    </html>`.text
  await write(ctx, async (tx) => {
    await insertMail(tx.db, { userId, to, subject, text, html: page, unsubscribes: [], now: tx.clock.now() })
    await tx.audit({ action: 'settings.test', object: 'mail' })
    await sendStoredMails(tx)
  })
  return { ok: true }
}
