import { isLocale, localeOfTag } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { translate } from '#server/platform/translate.ts'
import { buttonBlock, organisationTag, unsubscribeBlock } from './blocks.ts'
import { escapeHtml } from './escape.ts'

/** A mail to start from. */
export interface StartMail {
  name: string
  title: string
  subject: string
  design: { mjml: string; preheader: string }
}

const nameTag = '{{contact.name}}'

/** Mails to start from, in a language; their titles in that of the reader. */
export function startMails(language: Locale, reader: Locale): StartMail[] {
  const said = (words: Words): string => translate(words, language)
  const mail = (name: string, title: Words, words: { subject: Words; text: Words; hasButton: boolean }): StartMail => {
    const text = said(words.text)
    const button = words.hasButton ? `\n        ${buttonBlock(language)}` : ''
    const column = `<mj-text css-class="gv-text">${greeting(language)}</mj-text>
        <mj-text css-class="gv-text">${text}</mj-text>${button}`
    return {
      name,
      title: translate(title, reader),
      subject: said(words.subject),
      design: { mjml: mailAround(column, unsubscribeBlock(language)), preheader: text },
    }
  }
  return [
    mail('invitation', say`Invitation`, {
      subject: say`How do you experience ${organisationTag}?`,
      text: say`We would like to know how you experience ${organisationTag}. It takes about two minutes.`,
      hasButton: true,
    }),
    mail('reminder', say`Reminder`, {
      subject: say`A reminder: how do you experience ${organisationTag}?`,
      text: say`You have not answered yet. The survey is still open, and your answer counts.`,
      hasButton: true,
    }),
    mail('thanks', say`Thank you`, {
      subject: say`Thank you for your answer`,
      text: say`Thank you for your answer. It helps us to get better.`,
      hasButton: false,
    }),
  ]
}

/** The product's language that is closest to that of a message. */
export function languageOf(tag: string): Locale {
  return isLocale(tag) ? tag : (localeOfTag(tag) ?? 'en')
}

function greeting(language: Locale): string {
  const named = escapeHtml(translate(say`Hello ${'0'},`, language)).replace('0', nameTag)
  return `{{#if contact.name}}${named}{{else}}${escapeHtml(translate(say`Hello,`, language))}{{/if}}`
}

function mailAround(column: string, foot: string): string {
  return `<mjml>
  <mj-head>
    <mj-attributes>
      <mj-all font-family="Segoe UI, Helvetica, Arial, sans-serif"/>
      <mj-text font-size="16px" line-height="1.5" color="#14171c"/>
      <mj-button font-size="16px" background-color="#1f5fbf" color="#ffffff" border-radius="6px" inner-padding="12px 24px"/>
    </mj-attributes>
    <mj-style>
      @media (prefers-color-scheme: dark) {
        .gv-ground, .gv-ground > div { background-color: #16181d !important; }
        .gv-card, .gv-card > table { background: #1f2229 !important; background-color: #1f2229 !important; }
        .gv-text div { color: #eceff4 !important; }
        .gv-text a { color: #8ab4f8 !important; border-color: #8ab4f8 !important; }
        .gv-quiet div { color: #b6bfcc !important; }
      }
    </mj-style>
  </mj-head>
  <mj-body background-color="#f6f7f9" css-class="gv-ground">
    <mj-section background-color="#ffffff" css-class="gv-card">
      <mj-column>
        ${column}
      </mj-column>
    </mj-section>
    <mj-section>
      <mj-column>
        ${foot}
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`
}
