import type { WidgetData } from '@gensvar/contract/public-widget'

/** In a sheet of its own: pages that allow no inline styles show it as well, and their own styles do not reach it. */
const style = `:host{display:block;box-sizing:border-box;--ink:#14171c;--quiet:#5b6472;--line:#c6ccd5;--star:#b26a00;color:var(--ink);font:14px/1.4 system-ui,sans-serif;max-width:320px;padding:12px;border:1px solid var(--line);border-radius:8px;background:#fff}@media(prefers-color-scheme:dark){:host{--ink:#eceff4;--quiet:#a3acba;--line:#4a5261;--star:#ffc857;background:#1f2229}}p{margin:0}.value{font-size:28px;font-weight:700}.stars{position:relative;display:inline-block;font-size:22px;line-height:1;color:var(--line)}.stars b{position:absolute;inset:0;overflow:hidden;white-space:nowrap;color:var(--star);font-weight:400}.quiet{color:var(--quiet);font-size:12px}`

const stars = '★★★★★'

function line(text: string, className = ''): HTMLElement {
  const paragraph = document.createElement('p')
  paragraph.className = className
  paragraph.textContent = text
  return paragraph
}

/** The score as an element of the page. */
export function showScore({
  lang,
  name,
  title,
  value,
  text,
  count,
  share,
  delivered,
}: Extract<WidgetData, { kind: 'score' }>): HTMLElement {
  const host = document.createElement('section')
  host.lang = lang
  host.setAttribute('aria-label', name)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  const heading = line(name)
  heading.style.fontWeight = '700'
  root.append(heading, line(title, 'quiet'))
  if (value !== null) root.append(line(value, 'value'))
  if (value !== null && share !== null) {
    const row = line('')
    const all = document.createElement('span')
    all.className = 'stars'
    all.setAttribute('role', 'img')
    all.setAttribute('aria-label', text)
    const filled = document.createElement('b')
    filled.textContent = stars
    filled.style.width = `${Math.round(share * 100)}%`
    all.append(stars, filled)
    row.append(all)
    root.append(row)
  }
  root.append(line(count === '' ? text : `${text} · ${count}`), line(delivered, 'quiet'))
  return host
}
