import { languageTags, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { Count, say } from '@gensvar/contract/say'
import { Markup, html } from '#server/platform/html.ts'
import { unsubscribePlace } from '#server/platform/mail/mail-queue.ts'
import { translate } from '#server/platform/translate.ts'
import type { ShownNotice } from './read-notices.ts'

/** What a mail of notices says. */
interface MailText {
  subject: string
  text: string
  html: string
}

/** What is told in a mail, to whom and from where. */
interface MailOf {
  locale: Locale
  /** Title of the organisation. */
  organisation: string
  /** Address that users open. */
  origin: string
  /** Notices besides those in the mail. */
  more: number
}

/** A mail of notices, in the language of its reader. */
export function mailText(notices: readonly ShownNotice[], { locale, organisation, origin, more }: MailOf): MailText {
  const said = notices.map(({ row, title, text, link }) => ({
    survey: pickText(row.survey.title, locale) || row.survey.extName,
    title: translate(title, locale),
    text: translate(text, locale),
    address: link === null ? null : `${origin}${link}`,
  }))
  const [first] = said
  const isSingle = said.length === 1 && more === 0
  const subject =
    isSingle && first ? first.title : translate(say`${new Count(said.length + more)} notices: ${organisation}`, locale)
  const further = more > 0 ? translate(say`And ${new Count(more)} more.`, locale) : ''
  const why = translate(say`You get this because you chose to be told by mail, at ${organisation}.`, locale)
  const unsubscribe = translate(say`Stop such mails`, locale)
  const open = translate(say`Open it`, locale)
  const text = [
    ...said.map((one) => [one.title, one.survey, one.text, one.address ?? ''].filter((line) => line !== '').join('\n')),
    further,
    `${why}\n${unsubscribe}: ${unsubscribePlace}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  const page = html`<!doctype html>
    <html lang="${languageTags[locale]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="${new Markup(bodyStyle)}">
        ${said.map(
          (one) =>
            html`<div style="${new Markup(noticeStyle)}">
              <p style="margin:0;font-weight:600">${one.title}</p>
              <p style="margin:0">${one.survey}</p>
              ${one.text === '' ? null : html`<p style="margin:0">${one.text}</p>`}
              ${one.address === null ? null : html`<p style="margin:8px 0 0"><a href="${one.address}">${open}</a></p>`}
            </div>`,
        )}
        ${further === '' ? null : html`<p>${further}</p>`}
        <p style="font-size:13px">${why} <a href="${unsubscribePlace}">${unsubscribe}</a></p>
      </body>
    </html>`.text
  return { subject, text, html: page }
}

const bodyStyle = 'font:16px/1.5 system-ui,sans-serif;max-width:560px;margin:0 auto;padding:16px'
const noticeStyle = 'border-top:1px solid #8a93a1;padding:12px 0'
