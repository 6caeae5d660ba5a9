import { isLocale, languageTags, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { Markup, html } from '#server/platform/html.ts'
import { translate } from '#server/platform/translate.ts'
import type { SharedPage } from './store.ts'

/** The public page of a share as HTML: readable without scripts, and by the link previews of social networks. */
export function sharePage(page: SharedPage): string {
  const locale = isLocale(page.defaultLocale) ? page.defaultLocale : 'en'
  const organisation = pickText(page.universeTitle, locale)
  const summary = page.quote || page.rating
  return html`<!doctype html>
    <html lang="${languageTags[locale]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title}</title>
        <meta property="og:title" content="${page.title}" />
        <meta property="og:description" content="${summary}" />
        <meta property="og:type" content="article" />
        <style>
          ${new Markup(style)}
        </style>
      </head>
      <body>
        <main>
          <p class="organisation">${organisation}</p>
          <h1>${page.title}</h1>
          ${page.rating ? html`<p class="rating">${page.rating}</p>` : null}
          ${page.quote ? html`<blockquote>“${page.quote}”</blockquote>` : null}
        </main>
      </body>
    </html>`.text
}

/** The page shown for an unknown or withdrawn share. */
export function missingPage(locale: Locale): string {
  const title = translate(say`There is nothing here`, locale)
  const text = translate(say`This page does not exist or is no longer public.`, locale)
  return html`<!doctype html>
    <html lang="${languageTags[locale]}">
      <head>
        <meta charset="utf-8" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
        </main>
      </body>
    </html>`.text
}

const style = `
:root { color-scheme: light dark; --ink: #14171c; --quiet: #5b6472; --ground: #f6f7f9; --card: #fff; --line: #dfe3e8 }
@media (prefers-color-scheme: dark) { :root { --ink: #eceff4; --quiet: #a3acba; --ground: #16181d; --card: #1f2229; --line: #343a44 } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { box-sizing: border-box; width: min(560px, calc(100vw - 32px)); padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 8px }
p { margin: 0 0 16px } .organisation { color: var(--quiet); font-size: 14px } h1 { font-size: 20px; margin: 0 0 16px }
.rating { font-size: 40px; font-weight: 600; font-variant-numeric: tabular-nums; margin: 0 } blockquote { margin: 16px 0 0; font-size: 20px; overflow-wrap: anywhere }
`
