import { isLocale, pickText } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'

/** Names of what the screen says itself. */
export type TextName =
  | 'comments'
  | 'pause'
  | 'play'
  | 'previous'
  | 'next'
  | 'stars'
  | 'since'
  | 'waiting'
  | 'ended'
  | 'noComments'

/** Says a text, with the values of its `{names}`. */
export type Say = (name: TextName, values?: Readonly<Record<string, string>>) => string

/** The texts that the page brought, in a language. */
export function textsOf(locale: Locale): Say {
  const texts = JSON.parse(document.querySelector('#texts')?.textContent ?? '{}') as Record<string, LocalText>
  return (name, values = {}) =>
    Object.entries(values).reduce(
      (text, [gap, value]) => text.replaceAll(`{${gap}}`, value),
      pickText(texts[name] ?? '', locale),
    )
}

/** The language that the page's address asks for; null without one. */
export function askedLocale(): Locale | null {
  const lang = new URLSearchParams(location.search).get('lang') ?? ''
  return isLocale(lang) ? lang : null
}
