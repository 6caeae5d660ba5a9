import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { html } from '#server/platform/html.ts'
import type { Markup } from '#server/platform/html.ts'
import { openPage } from '#server/platform/open-page.ts'
import { translate } from '#server/platform/translate.ts'

/** Asks whether to end the mails: opening an address must not change anything, because mail programs open them too. */
export function unsubscribePage(locale: Locale): string {
  const button = translate(say`Stop these mails`, locale)
  return page(locale, {
    title: say`Mails of notices`,
    text: say`You still find the notices in the application, where you can choose what to be told of.`,
    form: html`<form method="post"><button type="submit">${button}</button></form>`,
  })
}

/** Says that the mails are ended. */
export function unsubscribedPage(locale: Locale): string {
  return page(locale, {
    title: say`These mails have stopped`,
    text: say`You still find the notices in the application, where you can choose what to be told of.`,
  })
}

/** Says that an address to unsubscribe is not known. */
export function unknownPage(locale: Locale): string {
  return page(locale, {
    title: say`There is nothing here`,
    text: say`This address has expired. What you are told of by mail can be chosen in your profile.`,
  })
}

function page(locale: Locale, { title, text, form }: { title: Words; text: Words; form?: Markup }): string {
  return openPage(locale, {
    title: translate(title, locale),
    body: html`<p>${translate(text, locale)}</p>
      ${form ?? null}`,
  })
}
