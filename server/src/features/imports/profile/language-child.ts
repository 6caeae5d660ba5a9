import { eld } from 'eld/small'
import type { LanguageAnswer, LanguageOrder } from './column-language.ts'

// Runs in a separate process, because the model takes more memory than the rest of an import.

const languages = ['en', 'sv', 'no', 'da', 'fi', 'de', 'fr', 'es', 'nl', 'it', 'pt', 'pl']

function languageOf(text: string, prior: string): string | null {
  const { language, getScores } = eld.detect(text)
  if (language === '' || language === prior) return language || null
  const scores = getScores()
  const nordic = ['sv', 'no', 'da']
  const margin = nordic.includes(language) && nordic.includes(prior) ? 0.1 : 0.05
  return (scores[language] ?? 0) - (scores[prior] ?? 0) >= margin ? language : prior
}

process.once('message', (order: LanguageOrder) => {
  eld.setLanguageSubset(languages)
  const answer: LanguageAnswer = order.columns.map((texts) => texts.map((text) => languageOf(text, order.prior)))
  process.send?.(answer, () => process.disconnect())
})
