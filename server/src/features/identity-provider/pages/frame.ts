import { randomBytes } from 'node:crypto'
import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { Markup, html } from '#server/platform/html.ts'

/** A whole page with its content security policy header. */
export interface Page {
  body: string
  /** Content security policy: the page's own style and script by nonce, nothing else. */
  policy: string
}

/** Puts content into the frame all pages of the sign-in share. `script` runs when the page is read. */
export function framePage(options: { locale: Locale; title: string; content: Markup; script?: string }): Page {
  const nonce = randomBytes(16).toString('base64')
  const page = html`<!doctype html>
    <html lang="${languageTags[options.locale]}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${options.title} · Gensvar</title>
        <style nonce="${nonce}">
          ${new Markup(style)}
        </style>
      </head>
      <body>
        <main>
          <p class="brand">${mark}Gensvar</p>
          ${options.content}
        </main>
        ${
          options.script
            ? html`<script nonce="${nonce}">
                ${new Markup(options.script)}
              </script>`
            : null
        }
      </body>
    </html>`
  const script = options.script ? `script-src 'nonce-${nonce}'; ` : ''
  const policy = `default-src 'none'; ${script}style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  return { body: page.text, policy }
}

const mark = new Markup(
  '<svg aria-hidden="true" width="28" height="28" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2457D6"/>' +
    '<path d="M22.5 11.2a8 8 0 1 0 1.4 6.3h-6.2" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" ' +
    'stroke-linejoin="round"/><circle cx="24" cy="8.4" r="2.4" fill="#00C896"/></svg>',
)

const style = `
:root {
  --ink: #14171c; --quiet: #5b6472; --ground: #f6f7f9; --card: #fff; --line: #8a919c; --soft: #d9dde3;
  --accent: #2457d6; --on-accent: #fff; --bad: #be0000; --good: #007a5c; --focus: #2457d6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #eceff4; --quiet: #a3acba; --ground: #16181d; --card: #1f2229; --line: #7b8494; --soft: #363b46;
    --accent: #8fb0ff; --on-accent: #14171c; --bad: #ff7a73; --good: #2fd6a8; --focus: #8fb0ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--ground); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif;
}
main {
  width: 100%; max-width: 440px; background: var(--card); border: 1px solid var(--soft); border-radius: 12px; padding: 32px;
}
main:has(.users) { max-width: 560px; }
.brand { display: flex; align-items: center; gap: 10px; margin: 0 0 24px; font-weight: 600; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 8px; letter-spacing: -0.01em; }
h2 { font-size: 16px; margin: 32px 0 4px; }
p { margin: 0 0 16px; }
.quiet { color: var(--quiet); font-size: 14px; }
label { display: block; font-weight: 500; font-size: 14px; margin: 16px 0 4px; }
input {
  width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 9px 12px; min-height: 44px;
}
button, .button {
  font: inherit; cursor: pointer; border-radius: 8px; min-height: 44px; padding: 9px 16px;
}
button.main, .button {
  width: 100%; margin-top: 20px; border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600;
  display: block; text-align: center; text-decoration: none;
}
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.message { border: 1px solid currentColor; border-radius: 8px; padding: 10px 12px; font-size: 14px; margin-top: 12px; }
.bad { color: var(--bad); }
.good { color: var(--good); }
.users { list-style: none; margin: 12px 0 0; padding: 0; display: grid; gap: 8px; grid-template-columns: 1fr 1fr; }
.users button {
  width: 100%; height: 100%; text-align: left; background: none; color: inherit; border: 1px solid var(--line); line-height: 1.35;
}
.users button:hover { border-color: var(--accent); }
.users span { display: block; color: var(--quiet); font-size: 13px; overflow-wrap: anywhere; }
.foot { margin: 20px 0 0; font-size: 14px; }
details { margin-top: 28px; border-top: 1px solid var(--soft); padding-top: 16px; }
summary { cursor: pointer; font-weight: 500; }
@media (max-width: 520px) {
  main { padding: 24px 20px; }
  .users { grid-template-columns: 1fr; }
}
`
