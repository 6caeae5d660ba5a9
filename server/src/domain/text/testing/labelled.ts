import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Label } from '../analysis.ts'
import type { ListedLanguage } from '../languages.ts'

/** A comment that a person judged. */
export interface LabelledComment {
  /** `mix` says both good and bad. */
  label: Label | 'mix'
  text: string
  /** Whether it was looked at while the word list was tuned. */
  isSeen: boolean
}

/** `own` was written with the word list, the others by somebody who did not make it; `second` was never read by who did. */
export type LabelledSet = 'own' | 'fresh' | 'second'

/** The labelled comments of a language; of `own` and `fresh`, those at even positions were looked at last. */
export function labelledComments(lang: ListedLanguage, set: LabelledSet = 'own'): LabelledComment[] {
  return readFileSync(join(import.meta.dirname, `../labelled/${set === 'own' ? '' : `${set}-`}${lang}.tsv`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line, index) => {
      const [label = '', text = ''] = line.split('\t')
      return { label: label as LabelledComment['label'], text, isSeen: index % 2 === 0 }
    })
}

// Real input that may be next to a checkout; it is not part of the project.
const reviews = join(import.meta.dirname, '../../../../../../shared/data/lounge-reviews.csv')
export const hasReviews = existsSync(reviews)

/** Real reviews in English with ratings from 1 to 5; 1 and 2 are bad, 4 and 5 good, others are left out. */
export function ratedReviews(): { text: string; rating: number; isGood: boolean }[] {
  const rows = parse(readFileSync(reviews), { columns: true, bom: true }) as Record<string, string>[]
  return rows
    .map((row) => ({ text: row['comment'] ?? '', rating: Number(row['overall_rating']) }))
    .filter(({ rating }) => [1, 2, 4, 5].includes(rating))
    .map((row) => ({ ...row, isGood: row.rating >= 4 }))
}
