import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { FastifyReply } from 'fastify'
import { Markup, html } from './html.ts'

/** What a page shows that opens for whoever has its address. */
export interface OpenPage {
  /** Of the window, and the heading unless there is another one. */
  title: string
  heading?: string
  body: Markup
  /** What stands above the heading. */
  top?: Markup | null
  /** Class of the whole page. */
  kind?: string
  /** What else stands in the head, such as a script. */
  head?: Markup | null
  /** Styles besides those that all these pages share. */
  style?: string
}

/** A page that works without scripts and opens for whoever has its address. Search engines are asked to leave it out. */
export function openPage(
  locale: Locale,
  { title, heading = title, body, top = null, head = null, kind = '', style = '' }: OpenPage,
): string {
  return html`<!doctype html>
    <html lang="${languageTags[locale]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${new Markup(shared + style)}
        </style>
        ${head}
      </head>
      <body class="${kind}">
        <main>
          ${top}
          <h1>${heading}</h1>
          ${body}
        </main>
      </body>
    </html>`.text
}

/** Sends such a page. */
export function sendOpenPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
}

const shared = `
:root { color-scheme: light dark; --ink: #14171c; --quiet: #5b6472; --ground: #f6f7f9; --card: #fff; --line: #dfe3e8; --edge: #767f8c; --act: #1f5fbf; --on-act: #fff; --wrong: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #eceff4; --quiet: #a3acba; --ground: #16181d; --card: #1f2229; --line: #343a44; --edge: #8a93a1; --act: #8ab4f8; --on-act: #10151d; --wrong: #f2b8b5 } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { box-sizing: border-box; width: min(560px, calc(100vw - 32px)); padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere }
h1 { font-size: 20px; margin: 0 0 16px } p { margin: 0 0 16px }
button { font: inherit; padding: 10px 20px; min-height: 44px; border: 1px solid var(--act); border-radius: 6px; background: var(--act); color: var(--on-act); cursor: pointer }
button.quiet { background: none; color: var(--act) }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
`
