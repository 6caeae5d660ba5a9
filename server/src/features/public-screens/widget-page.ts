import { Markup, element, html } from '#server/platform/html.ts'
import type { WidgetAnswer } from './widget-answer.ts'

const style = `:root{color-scheme:light dark;--ink:#14171c;--quiet:#5b6472;--line:#c6ccd5;--star:#b26a00}@media(prefers-color-scheme:dark){:root{--ink:#eceff4;--quiet:#a3acba;--line:#4a5261;--star:#ffc857}}body{margin:0;padding:12px;color:var(--ink);font:14px/1.4 system-ui,sans-serif}p{margin:0}.value{font-size:28px;font-weight:700}.stars{position:relative;display:inline-block;font-size:22px;line-height:1;color:var(--line)}.stars b{position:absolute;inset:0;overflow:hidden;white-space:nowrap;color:var(--star);font-weight:400}.quiet{color:var(--quiet);font-size:12px}`

const stars = '★★★★★'

/** What browsers are told of the page in a frame: it may stand in any page, and loads nothing. */
export const framePolicy = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *; base-uri 'none'; form-action 'none'`

/** The score as a page of its own, to stand in a frame of another page. It needs no scripts. */
export function widgetPage({ score }: WidgetAnswer): string {
  const { lang, name, title, value, text, count, share, delivered } = score
  const filled =
    share === null || value === null
      ? null
      : element(
          'span',
          { class: 'stars', role: 'img', 'aria-label': text },
          stars,
          element('b', { style: `width:${Math.round(share * 100)}%` }, stars),
        )
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${name}: ${text}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <p>
            <strong>${name}</strong>
          </p>
          <p class="quiet">${title}</p>
          ${value === null ? null : element('p', { class: 'value' }, value)}
          ${filled === null ? null : element('p', {}, filled)}
          <p>${text}${count === '' ? null : ` · ${count}`}</p>
          <p class="quiet">${delivered}</p>
        </main>
      </body>
    </html>`.text
}
