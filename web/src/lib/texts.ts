import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLocale, i18n } from './i18n.ts'
import { loadLaterTexts } from './later-texts.ts'

/** A key as the caller writes it: plural forms (`rows_one`, `rows_other`) are asked for as `rows`. */
type Stem<Key extends string> = Key extends `${infer Start}_${'one' | 'other'}` ? Start : Key
type KeyOf<Texts> = Stem<Extract<keyof Texts, string>>

/** Looks a text up: `values` fill its `{{names}}`; `count` picks the plural form. */
export type Translate<Texts> = (key: KeyOf<Texts>, values?: Record<string, string | number>) => string

/**
 * Texts of one feature, typed by its English file:
 * `export const useTexts = defineTexts<typeof en>('filters')` with
 * `import type en from '#web/locales/en/filters.json'`.
 */
export function defineTexts<Texts>(namespace: string): () => Translate<Texts> {
  return function useTexts() {
    const { t } = useTranslation(namespace, { i18n })
    return t as unknown as Translate<Texts>
  }
}

/** What React takes for loaded without waiting. */
const loaded = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

/**
 * Texts of a feature that few screens need, whose files are in the folders `later` of the locales. They are fetched when
 * the feature is first drawn, which is inside a `Suspense` until then.
 */
export function defineLaterTexts<Texts>(namespace: string): () => Translate<Texts> {
  const useTexts = defineTexts<Texts>(namespace)
  return function useLaterTexts() {
    const isLoaded = i18n.hasResourceBundle(currentLocale(), namespace)
    // Called either way: when the texts are there, React repeats the render, and takes its other hooks for too many
    // where `use` is left out.
    use(isLoaded ? loaded : loadLaterTexts(currentLocale()))
    return useTexts()
  }
}

/** Texts outside components (notifications, validation messages). */
export function textsOf<Texts>(namespace: string): Translate<Texts> {
  return (key, values) => i18n.t(key as string, { ns: namespace, ...values })
}
