import { minPasswordLength } from '@gensvar/contract/identity'
import type { Locale } from '@gensvar/contract/local-text'
import { realmPath } from '../place.ts'
import { framePage } from './frame.ts'
import type { Page } from './frame.ts'
import { html } from '#server/platform/html.ts'
import { fill, textsOf } from './texts.ts'

/** The page to ask for a password link; after sending, it shows the same confirmation for every name. */
export function forgotPage(locale: Locale, state: { sent: boolean; problem: string | null }): Page {
  const words = textsOf(locale)
  const form = html`<p>${words.forgotText}</p>
    <form method="post" action="${realmPath}/login/forgot">
      ${state.problem ? html`<p class="message bad" role="alert">${state.problem}</p>` : null}
      <label for="username">${words.username}</label>
      <input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required />
      <button class="main" type="submit">${words.sendLink}</button>
    </form>`
  const content = html`<h1>${words.forgotTitle}</h1>
    ${state.sent ? html`<p class="message good" role="status">${words.sent}</p>` : form}
    <p class="foot"><a href="/">${words.signIn}</a></p>`
  return framePage({ locale, title: words.forgotTitle, content })
}

/** The page behind a set-password link. */
export function newPasswordPage(locale: Locale, state: { code: string; problem: string | null }): Page {
  const words = textsOf(locale)
  const rule = fill(words.passwordRule, { length: minPasswordLength })
  const content = html`<h1>${words.newPasswordTitle}</h1>
    <form method="post" action="${realmPath}/login/password">
      ${state.problem ? html`<p class="message bad" role="alert" id="problem">${state.problem}</p>` : null}
      <input type="hidden" name="code" value="${state.code}" />
      <label for="password">${words.newPassword}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        minlength="${minPasswordLength}"
        aria-describedby="rule"
        required
      />
      <p class="quiet" id="rule">${rule}</p>
      <label for="repeat">${words.repeatPassword}</label>
      <input id="repeat" name="repeat" type="password" autocomplete="new-password" required />
      <button class="main" type="submit">${words.save}</button>
    </form>`
  return framePage({ locale, title: words.newPasswordTitle, content })
}

/** The page after a password was set. */
export function passwordSavedPage(locale: Locale): Page {
  const words = textsOf(locale)
  const content = html`<h1>${words.newPasswordTitle}</h1>
    <p class="message good" role="status">${words.saved}</p>
    <a class="button" href="/">${words.signIn}</a>`
  return framePage({ locale, title: words.newPasswordTitle, content })
}

/** The page of a link that is used or expired. */
export function linkTooOldPage(locale: Locale): Page {
  const words = textsOf(locale)
  const content = html`<h1>${words.tooOldTitle}</h1>
    <p class="message bad" role="alert">${words.linkTooOld}</p>
    <a class="button" href="${realmPath}/login/forgot">${words.forgot}</a>`
  return framePage({ locale, title: words.tooOldTitle, content })
}
