import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { Markup, html } from '#server/platform/html.ts'
import { translate } from '#server/platform/translate.ts'
import { screenStyle } from './screen-style.ts'

/** What the script of the screen says itself, in every language: the screen may be in another one than its reader. */
const texts = {
  loading: localWords(say`Loading …`),
  noScript: localWords(say`This screen needs JavaScript.`),
  comments: localWords(say`What customers say`),
  pause: localWords(say`Pause comments`),
  play: localWords(say`Go on`),
  previous: localWords(say`Previous comment`),
  next: localWords(say`Next comment`),
  stars: localWords(say`{value} of {most}`),
  since: localWords(say`No connection since {time}. What is shown is from then.`),
  waiting: localWords(say`The server cannot be reached. This screen tries again by itself.`),
  ended: localWords(say`This screen is not open any more. Ask whoever set it up for a new address.`),
  noComments: localWords(say`No comments to show yet`),
}

/**
 * The page of a big screen, which asks for what it shows by itself. It is the same for every key, so that it opens also
 * while the database is away. `script` is its address; null where the web is not built.
 */
export function screenPage(locale: Locale, script: string | null): string {
  const said = (text: ReturnType<typeof localWords>) => (typeof text === 'string' ? text : (text[locale] ?? ''))
  const data = JSON.stringify(texts).replaceAll('<', '\\u003c')
  return html`<!doctype html>
    <html lang="${languageTags[locale]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <link rel="icon" href="data:," />
        <title>Gensvar</title>
        <style>
          ${new Markup(screenStyle)}
        </style>
        ${script === null ? null : html`<script type="module" src="${script}"></script>`}
        <script type="application/json" id="texts">
          ${new Markup(data)}
        </script>
      </head>
      <body>
        <main id="screen" data-state="empty">
          <p class="message" id="message" role="status">
            ${script === null ? translate(say`The screens are not built. Start with npm start, or use npm run dev.`, locale) : said(texts.loading)}
          </p>
        </main>
        <noscript><p class="message">${said(texts.noScript)}</p></noscript>
      </body>
    </html>`.text
}
