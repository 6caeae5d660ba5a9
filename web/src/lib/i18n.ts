import { locales, type Locale } from '@gensvar/contract/local-text'
import dayjs from 'dayjs'
import { createInstance, type BackendModule, type ReadCallback } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { intlTags, toLocale } from './locale.ts'

/** Files of texts: one per language and feature, fetched with the language they belong to. */
const files = import.meta.glob<Record<string, string>>('../locales/*/*.json', { import: 'default' })

const dayNames: Record<Locale, () => Promise<unknown>> = {
  en: () => Promise.resolve(),
  sv: () => import('dayjs/locale/sv'),
  no: () => import('dayjs/locale/nb'),
  da: () => import('dayjs/locale/da'),
  fi: () => import('dayjs/locale/fi'),
}

const namespaces = [...new Set(Object.keys(files).map((path) => path.replace(/^.*\/([^/]+)\.json$/, '$1')))]

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language: string, namespace: string, done: ReadCallback) {
    const load = files[`../locales/${language}/${namespace}.json`]
    if (load === undefined) return done(new Error(`no texts ${namespace} in ${language}`), null)
    load().then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    )
  },
}

const storageKey = 'gensvar-language'

/** Texts of the interface in the language chosen. */
export const i18n = createInstance()

/** The language shown now. */
export function currentLocale(): Locale {
  return toLocale(i18n.language) ?? 'en'
}

/** Language to begin with: the one chosen last on this device, else the browser's, else English. */
function firstLocale(): Locale {
  const remembered = toLocale(localStorage.getItem(storageKey))
  const wanted = navigator.languages.map(toLocale).find((locale) => locale !== null)
  return remembered ?? wanted ?? 'en'
}

async function follow(locale: Locale): Promise<void> {
  await dayNames[locale]()
  dayjs.locale(locale === 'no' ? 'nb' : locale)
  document.documentElement.lang = intlTags[locale]
}

/** Loads the texts of the first language; call once before the first render. */
export async function startI18n(locale: Locale = firstLocale()): Promise<void> {
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: 'en',
      supportedLngs: locales,
      // English is fetched only for an English reader: a test demands that no language lacks a text.
      partialBundledLanguages: true,
      load: 'currentOnly',
      ns: namespaces,
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
  await follow(locale)
}

/** Changes the language of the interface; `remember` keeps it for the next visit on this device. */
export async function changeLocale(locale: Locale, remember = false): Promise<void> {
  if (remember) localStorage.setItem(storageKey, locale)
  if (locale === currentLocale()) return
  await i18n.changeLanguage(locale)
  await follow(locale)
}

/** True when the reader has chosen a language on this device: it then wins over the user's own. */
export function hasChosenLocale(): boolean {
  return localStorage.getItem(storageKey) !== null
}
