import { maxSuggestions } from '@gensvar/contract/samples'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, join, portableSql } from '#server/platform/sql.ts'
import type { Locale } from '@gensvar/contract/local-text'
import { fieldValue, whereCases } from './case-query.ts'
import type { CaseDeps, CaseSelection } from './case-query.ts'
import { choiceText } from './case-text.ts'

/** Responses that are read per column: the same text may be in many of them. */
const readPerColumn = 200

/**
 * Texts that the search of a list (`textIn`) would find a term in, at most ten, those that begin with it first. A choice
 * is suggested by its title.
 */
export async function suggestTexts(
  deps: CaseDeps & { locale: Locale },
  model: SurveyModel,
  scope: CaseScope,
  { textIn = [], ...selection }: CaseSelection,
  term: string,
): Promise<string[]> {
  if (term === '') return []
  const found = await Promise.all(
    textIn.map(async (name) => {
      const where = await whereCases(deps, model, scope, { ...selection, text: term, textIn: [name] })
      return portableSql`(select ${name}::text as name, ${fieldValue(model, name)} as value from response r where ${where}
        limit ${integer(readPerColumn)})`
    }),
  )
  if (found.length === 0) return []
  const rows = await limitedQuery<{ name: string; value: unknown }>(deps.pool, join(found, ' union all '), deps.work)
  const wanted = term.toLowerCase()
  const texts = rows.flatMap(({ name, value }) =>
    [value].flat().flatMap((one) => {
      if (typeof one !== 'string') return []
      const question = model.questions.get(name)
      const text = question && question.choices.length > 0 ? choiceText(question, one, deps.locale) : one
      return text.toLowerCase().includes(wanted) ? [text] : []
    }),
  )
  const begins = (text: string): boolean => text.toLowerCase().startsWith(wanted)
  return [...new Set(texts)]
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)) || a.localeCompare(b, deps.locale))
    .slice(0, maxSuggestions)
}
