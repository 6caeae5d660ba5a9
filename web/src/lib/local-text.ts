import { pickText, type LocalText } from '@gensvar/contract/local-text'
import { useTranslation } from 'react-i18next'
import { currentLocale, i18n } from './i18n.ts'

/** Picks texts from the server in the language shown; renders again when the language changes. */
export function useLocalText(): (text: LocalText | null | undefined) => string {
  useTranslation(undefined, { i18n })
  return (text) => pickText(text ?? undefined, currentLocale())
}
