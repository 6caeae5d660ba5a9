import { isLocale, pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Subscriber } from '#server/domain/campaigns/tracking/subscriber-store.ts'
import { html } from '#server/platform/html.ts'
import type { Markup } from '#server/platform/html.ts'
import { openPage } from '#server/platform/open-page.ts'
import { translate } from '#server/platform/translate.ts'

/** What a form says that takes back an unsubscription; anything else unsubscribes, as mail programs do. */
export const backAction = 'back'

/** The page of a subscriber: asks whether to end the messages, or says that they are ended and offers to come back. */
export function subscriberPage(subscriber: Subscriber, locale: Locale, isBack = false): string {
  const organisation = organisationOf(subscriber, locale)
  const address = hidden(subscriber.address)
  if (subscriber.isUnsubscribed || subscriber.suppressed !== null) {
    // Only what they ended themselves can be taken back here.
    const mayReturn = subscriber.suppressed === null || subscriber.suppressed === 'unsubscribed'
    return page(locale, {
      title: say`You are unsubscribed`,
      text:
        address === ''
          ? say`${organisation} sends you no more invitations to surveys and no reminders.`
          : say`${organisation} sends no more invitations to surveys and no reminders to ${address}.`,
      form: mayReturn && button(locale, say`Send them to me again`, true),
    })
  }
  return page(locale, {
    title: isBack ? say`You are subscribed again` : say`Unsubscribe`,
    text:
      address === ''
        ? say`${organisation} sends you invitations to surveys, and reminders of them.`
        : say`${organisation} sends invitations to surveys, and reminders of them, to ${address}.`,
    form: button(locale, say`Unsubscribe me`, false),
  })
}

/** Says that a link to unsubscribe leads nowhere. */
export function unknownSubscriberPage(locale: Locale): string {
  return page(locale, {
    title: say`There is nothing here`,
    text: say`This link is not complete, or the message it was in has been removed. Answer the message to be taken off the list.`,
  })
}

/** Says that a link of a message leads nowhere. */
export function unknownLinkPage(locale: Locale): string {
  return page(locale, {
    title: say`There is nothing here`,
    text: say`This link is not complete. Copy the whole address from the message, or click it there.`,
  })
}

/** The language of whoever a message went to, else one their browser asks for. */
export function languageOf({ language }: Subscriber, accepted: Locale): Locale {
  return isLocale(language) ? language : accepted
}

function button(locale: Locale, words: Words, isBack: boolean): Markup {
  const text = translate(words, locale)
  return isBack
    ? html`<form method="post">
        <input type="hidden" name="action" value="${backAction}" /><button class="quiet">${text}</button>
      </form>`
    : html`<form method="post"><button>${text}</button></form>`
}

function page(locale: Locale, { title, text, form }: { title: Words; text: Words; form?: Markup | false }): string {
  return openPage(locale, {
    title: translate(title, locale),
    body: html`<p>${translate(text, locale)}</p>
      ${form ?? null}`,
  })
}

function organisationOf({ organisation }: Subscriber, locale: Locale): string {
  return pickText(organisation, locale)
}

/** An address that its owner knows again, and nobody else reads: whoever got the message passed on opens this page too. */
function hidden(address: string): string {
  const [name = '', domain] = address.split('@')
  return domain === undefined ? address.replace(/.(?=.{2})/gu, '•') : `${name.slice(0, 1)}•••@${domain}`
}
