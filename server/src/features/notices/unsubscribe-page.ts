import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { Markup, html } from '#server/platform/html.ts'
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
  const heading = translate(title, locale)
  return html`<!doctype html>
    <html lang="${languageTags[locale]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${heading}</title>
        <style>
          ${new Markup(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          <p>${translate(text, locale)}</p>
          ${form ?? null}
        </main>
      </body>
    </html>`.text
}

const style = `
:root { color-scheme: light dark; --ink: #14171c; --ground: #f6f7f9; --card: #fff; --line: #dfe3e8; --act: #1f5fbf; --on-act: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #eceff4; --ground: #16181d; --card: #1f2229; --line: #343a44; --act: #8ab4f8; --on-act: #10151d } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { box-sizing: border-box; width: min(560px, calc(100vw - 32px)); padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 8px }
h1 { font-size: 20px; margin: 0 0 16px } p { margin: 0 0 16px }
button { font: inherit; padding: 10px 20px; min-height: 44px; border: 0; border-radius: 6px; background: var(--act); color: var(--on-act); cursor: pointer }
`
