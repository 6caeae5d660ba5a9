import type { Locale } from '@gensvar/contract/local-text'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { framePage } from './frame.ts'
import type { Page } from './frame.ts'
import { Markup, html } from '#server/platform/html.ts'
import { chooseLocale, textsOf } from './texts.ts'

/** Shown when a sign-in has expired. */
export function tooOldPage(locale: Locale): Page {
  const words = textsOf(locale)
  const content = html`<h1>${words.tooOldTitle}</h1>
    <p>${words.tooOld}</p>
    <a class="button" href="/">${words.startAgain}</a>`
  return framePage({ locale, title: words.tooOldTitle, content })
}

/** Shown to callers from other machines than the server's. */
export function localOnlyPage(locale: Locale): Page {
  const words = textsOf(locale)
  const content = html`<h1>${words.failed}</h1>
    <p class="message bad" role="alert">${words.localOnly}</p>`
  return framePage({ locale, title: words.failed, content })
}

/** Signs out without asking: the user has already confirmed in the application. `form` comes from the provider. */
export function renderSignOut(context: KoaContextWithOIDC, form: string): void {
  const locale = localeOf(context)
  const words = textsOf(locale)
  const content = html`<h1>${words.signOut}</h1>
    <p>${words.signOutText}</p>
    ${new Markup(form)}
    <button class="main" form="op.logoutForm" type="submit" name="logout" value="yes">${words.continue}</button>`
  const script = `
    const form = document.forms[0];
    const answer = Object.assign(document.createElement('input'), { type: 'hidden', name: 'logout', value: 'yes' });
    form.append(answer);
    form.submit();`
  send(context, framePage({ locale, title: words.signOut, content, script }))
}

/** Shows the provider's error; the log has the details. */
export function renderProviderError(context: KoaContextWithOIDC, out: ErrorOut): void {
  const locale = localeOf(context)
  const words = textsOf(locale)
  const content = html`<h1>${words.failed}</h1>
    <p class="message bad" role="alert">${out.error_description ?? out.error}</p>
    <a class="button" href="/">${words.startAgain}</a>`
  send(context, framePage({ locale, title: words.failed, content }))
}

function localeOf(context: KoaContextWithOIDC): Locale {
  return chooseLocale(context.oidc?.params?.['ui_locales'], context.get('accept-language') || undefined, 'en')
}

function send(context: KoaContextWithOIDC, page: Page): void {
  context.type = 'html'
  context.set('content-security-policy', page.policy)
  context.body = page.body
}
