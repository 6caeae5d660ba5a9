import { isLocale, languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { Count, say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { sendStoredMails } from '#server/domain/notices/mail-tasks.ts'
import { addressOf } from '#server/domain/notices/recipient-store.ts'
import { write } from '#server/domain/write.ts'
import { html } from '#server/platform/html.ts'
import { insertMail, passwordPlace } from '#server/platform/mail/mail-queue.ts'
import { translate } from '#server/platform/translate.ts'
import { passwordAddress } from './password-link.ts'

/**
 * Mails a user an invitation to choose their password within `seconds`. The code in it is made when the mail is sent, so
 * that no stored mail holds it. False where the user has no address.
 */
export async function mailPasswordLink(
  ctx: Ctx,
  userId: number,
  { origin, seconds }: { origin: string; seconds: number },
): Promise<boolean> {
  const user = await ctx.db
    .selectFrom('app_user')
    .select(['username', 'email', 'first_name as firstName', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const to = addressOf(user)
  if (to === '') return false
  const locale = user.locale !== null && isLocale(user.locale) ? user.locale : ctx.locale
  const said = invitationText(locale, {
    name: user.firstName || user.username,
    username: user.username,
    address: passwordAddress(origin, passwordPlace),
    days: Math.round(seconds / 86_400),
  })
  await write(ctx, async (tx) => {
    const now = tx.clock.now()
    await insertMail(tx.db, { userId, to, ...said, unsubscribes: [], passwordSeconds: seconds, now })
    await tx.audit({ action: 'password.link', object: String(userId), details: { seconds, mailed: true } })
    await sendStoredMails(tx)
  })
  return true
}

interface Invited {
  name: string
  username: string
  address: string
  days: number
}

function invitationText(locale: Locale, { name, username, address, days }: Invited) {
  const subject = translate(say`Your access to Gensvar`, locale)
  const hello = translate(say`Hello ${name},`, locale)
  const what = translate(say`you have been given access to Gensvar, as ${username}.`, locale)
  const how = translate(say`Choose your password within ${new Count(days)} days:`, locale)
  const page = html`<!doctype html>
    <html lang="${languageTags[locale]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body>
        <p>${hello}</p>
        <p>${what}</p>
        <p>${how} <a href="${address}">${address}</a></p>
      </body>
    </html>`.text
  return { subject, text: `${hello}\n\n${what}\n\n${how}\n${address}\n`, html: page }
}
