import { localeOfTag, pickText } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from './i18n.ts'

/** Picks texts from the server in the language shown; renders again when the language changes. */
export function useLocalText(): (text: LocalText | null | undefined) => string {
  const { i18n: shown } = useTranslation(undefined, { i18n })
  const locale = localeOfTag(shown.language) ?? 'en'
  return useMemo(() => (text) => pickText(text ?? undefined, locale), [locale])
}
