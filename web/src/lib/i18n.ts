import { languageTags, localeOfTag, locales } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { createInstance } from 'i18next'
import type { Resource } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** Texts of a language by feature and key; each language is fetched when it is first shown. */
const languages: Record<Locale, () => Promise<{ texts: Record<string, Record<string, string>> }>> = {
  en: () => import('#web/locales/en.ts'),
  sv: () => import('#web/locales/sv.ts'),
  no: () => import('#web/locales/no.ts'),
  da: () => import('#web/locales/da.ts'),
  fi: () => import('#web/locales/fi.ts'),
}

/** Loads a file of texts. */
export type LoadTexts = (typeof languages)[Locale]

/** Texts of a language by feature (file name). */
async function textsIn(load: LoadTexts): Promise<Resource[string]> {
  const { texts } = await load()
  return Object.fromEntries(Object.entries(texts).map(([file, own]) => [file.replace(/^.*\/|\.json$/g, ''), own]))
}

const storageKey = 'gensvar-language'

/** Texts of the interface in the language chosen. */
export const i18n = createInstance()

/** The language shown now. */
export function currentLocale(): Locale {
  return localeOfTag(i18n.language) ?? 'en'
}

/** The initial language: the one last chosen on this device, else the browser's, else English. */
function firstLocale(): Locale {
  const remembered = localeOfTag(localStorage.getItem(storageKey))
  const wanted = navigator.languages.map(localeOfTag).find((locale) => locale !== null)
  return remembered ?? wanted ?? 'en'
}

/** Adds texts of a language. */
export async function addTexts(locale: Locale, load: LoadTexts): Promise<void> {
  for (const [feature, own] of Object.entries(await textsIn(load))) i18n.addResourceBundle(locale, feature, own)
}

/** Loads the texts of the first language; call once before the first render. */
export async function startI18n(locale: Locale = firstLocale()): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: locale,
    // English is fetched only for an English reader: a test demands that no language lacks a text.
    resources: { [locale]: await textsIn(languages[locale]) },
    supportedLngs: locales,
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  document.documentElement.lang = languageTags[locale]
}

/** What else has to be loaded before another language is shown. */
export const beforeChange = new Set<(locale: Locale) => Promise<void>>()

/** Changes the language of the interface; `remember` keeps it for the next visit on this device. */
export async function changeLocale(locale: Locale, remember = false): Promise<void> {
  if (remember) localStorage.setItem(storageKey, locale)
  if (locale === currentLocale()) return
  if (!i18n.hasResourceBundle(locale, 'app')) await addTexts(locale, languages[locale])
  await Promise.all([...beforeChange].map((prepare) => prepare(locale)))
  await i18n.changeLanguage(locale)
  document.documentElement.lang = languageTags[locale]
}

/** True when the reader has chosen a language on this device: it then wins over the user's own. */
export function hasChosenLocale(): boolean {
  return localStorage.getItem(storageKey) !== null
}
