import { recogniseFormbricks } from './formbricks.ts'
import { recogniseGoogleForms, recogniseMicrosoftForms } from './forms.ts'
import { recogniseKobo } from './kobo.ts'
import { recogniseLimeSurvey } from './lime-survey.ts'
import type { HeaderTexts, ProductExport, Recognise } from './product.ts'
import { recogniseQualtrics } from './qualtrics.ts'
import { recogniseSurveyMonkey } from './survey-monkey.ts'

/** One line per survey product whose exports are known. */
const products: readonly Recognise[] = [
  recogniseQualtrics,
  recogniseSurveyMonkey,
  recogniseLimeSurvey,
  recogniseFormbricks,
  recogniseKobo,
  recogniseMicrosoftForms,
  recogniseGoogleForms,
]

/** Rows above the names of an export that are skipped: a title, a blank line. */
const mostAbove = 10

/**
 * Finds the export of a survey product at the top of a file, with the index of its first header row; null if the file is
 * of another kind. Throws `validation` where the header rows contradict each other, unless `lenient`.
 */
export function recogniseProduct(
  rows: readonly HeaderTexts[],
  lenient: boolean,
): { index: number; found: ProductExport } | null {
  for (let index = 0; index < Math.min(rows.length, mostAbove); index++) {
    const own = rows.slice(index, index + 3)
    for (const recognise of products) {
      const found = recognise(own, lenient)
      if (found) return { index, found }
    }
  }
  return null
}
