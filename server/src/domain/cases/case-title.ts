import type { Locale } from '@gensvar/contract/local-text'
import { isDated } from '#server/domain/survey/is-dated.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { CaseRow } from './case-query.ts'
import { dateText, fillTemplate } from './case-text.ts'

/** Longest title of a response, in characters. */
const titleLength = 90

/**
 * Title and subtitle of a response; without configuration its number and date. Of a long title, such as one made from a
 * comment, the beginning.
 */
export function headerOf(
  model: SurveyModel,
  row: Pick<CaseRow, 'answers' | 'contact' | 'eventDate' | 'id'>,
  locale: Locale,
): { title: string; subtitle: string } {
  const { title, subtitle } = model.config.interview
  const filled = title ? fillTemplate(model, row, title, locale) : ''
  const date = isDated(model) ? dateText(row.eventDate, locale) : ''
  return {
    title: beginningOf(filled) || `#${row.id}`,
    subtitle: subtitle ? fillTemplate(model, row, subtitle, locale) : date,
  }
}

function beginningOf(text: string): string {
  const letters = [...text]
  if (letters.length <= titleLength) return text
  const cut = letters.slice(0, titleLength).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), titleLength / 2)).replace(/[\s.,;:]+$/, '')}…`
}
