import type { Locale } from '@gensvar/contract/local-text'
import { realmPath } from '../place.ts'
import type { DemoUser } from '../store.ts'
import { framePage } from './frame.ts'
import type { Page } from './frame.ts'
import { html } from '#server/platform/html.ts'
import type { Markup } from '#server/platform/html.ts'
import { textsOf } from './texts.ts'
import type { PageTexts } from './texts.ts'

/** What the sign-in page shows. */
export interface LoginPageState {
  locale: Locale
  /** Id of the current sign-in; part of the forms' address. */
  uid: string
  demoUsers: readonly DemoUser[]
  /** What was typed, kept after a failure. */
  username: string
  problem: string | null
  /** The message to everybody, where it is shown before sign-in, in the reader's language. */
  message: string | null
}

/** The sign-in page: the demo's users as buttons where there are any, and the form for name and password. */
export function loginPage(state: LoginPageState): Page {
  const words = textsOf(state.locale)
  const action = `${realmPath}/login/${encodeURIComponent(state.uid)}`
  const form = passwordForm(state, words, action)
  const hasDemo = state.demoUsers.length > 0
  return framePage({
    locale: state.locale,
    title: words.signIn,
    content: html`
      <h1>${words.signIn}</h1>
      ${state.message ? html`<p class="message" role="status">${state.message}</p>` : null}
      ${hasDemo ? demoForm(state.demoUsers, words, action) : null}
      ${
        hasDemo
          ? state.problem
            ? html`<details open>
                <summary>${words.withPassword}</summary>
                ${form}
              </details>`
            : html`<details>
                <summary>${words.withPassword}</summary>
                ${form}
              </details>`
          : form
      }
    `,
  })
}

function demoForm(users: readonly DemoUser[], words: PageTexts, action: string): Markup {
  const cards = users.map(
    (user) =>
      html`<li>
        <button type="submit" name="demo" value="${user.username}">
          <strong>${user.name}</strong>
          ${placesOf(user, words).map((place) => html`<span>${place}</span>`)}
        </button>
      </li>`,
  )
  return html`<form method="post" action="${action}" aria-labelledby="demo-title">
    <h2 id="demo-title">${words.demoTitle}</h2>
    <p class="quiet">${words.demoText}</p>
    <ul class="users">
      ${cards}
    </ul>
  </form>`
}

function placesOf(user: DemoUser, words: PageTexts): string[] {
  if (user.isRoot) return [words.root]
  if (user.places.length === 0) return [words.noPlace]
  return user.places.map(({ universe, role }) => `${role}, ${universe}`)
}

function passwordForm(state: LoginPageState, words: PageTexts, action: string): Markup {
  return html`<form method="post" action="${action}">
    ${state.problem ? html`<p class="message bad" role="alert" id="problem">${state.problem}</p>` : null}
    <label for="username">${words.username}</label>
    <input
      id="username"
      name="username"
      value="${state.username}"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      required
      ${state.problem ? html`aria-describedby="problem"` : null}
    />
    <label for="password">${words.password}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      ${state.problem ? html`aria-describedby="problem"` : null}
    />
    <button class="main" type="submit">${words.signIn}</button>
    <p class="foot"><a href="${realmPath}/login/forgot">${words.forgot}</a></p>
  </form>`
}
