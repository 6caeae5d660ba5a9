import type { Locale } from '@gensvar/contract/local-text'
import { maxSuggestions } from '@gensvar/contract/samples'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { StoredList } from '#server/domain/figures/stored-list.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, join, portableSql } from '#server/platform/sql.ts'
import { fieldValue, whereCases } from './case-query.ts'
import type { CaseDeps, CaseSelection } from './case-query.ts'
import { choiceText } from './case-text.ts'
import { byStore } from './list-many-cases.ts'
import type { ManyCasesDeps } from './list-many-cases.ts'
import { shownTexts } from './shown-case.ts'

/** Texts that are read: the same one may be in many responses. */
const mostRead = 500

/** A text as it is stored, and the variable or field of the contact it is of. */
interface FoundText {
  name: string | null
  text: string
}

/**
 * Texts that the search of a list (`textIn`) would find a term in, at most ten, those that begin with it first. A choice
 * is suggested by its title.
 */
export async function suggestTexts(
  deps: ManyCasesDeps & { locale: Locale },
  model: SurveyModel,
  scope: CaseScope,
  { textIn = [], ...selection }: CaseSelection,
  term: string,
): Promise<string[]> {
  if (term === '' || textIn.length === 0) return []
  const stored = await byStore(deps, model, scope, selection, (list) => foundInStore(list, model, textIn, term))
  const found = stored ?? (await foundInRows(deps, model, scope, { ...selection, text: term, textIn }))
  const wanted = term.toLowerCase()
  const texts = found
    .map(({ name, text }) => {
      const question = name === null ? undefined : model.questions.get(name)
      return question && question.choices.length > 0 ? choiceText(question, text, deps.locale) : text
    })
    .filter((text) => text.toLowerCase().includes(wanted))
  const begins = (text: string): boolean => text.toLowerCase().startsWith(wanted)
  return [...new Set(shownTexts(scope, texts))]
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)) || a.localeCompare(b, deps.locale))
    .slice(0, maxSuggestions)
}

async function foundInStore(
  list: StoredList,
  { questions }: SurveyModel,
  names: readonly string[],
  term: string,
): Promise<FoundText[]> {
  const [texts, ...chosen] = await Promise.all([
    list.texts(term, names, mostRead),
    ...names.map(async (name) => {
      const question = questions.get(name)
      const choices = question ? await list.choices(term, question) : []
      return choices.map((text) => ({ name, text }))
    }),
  ])
  return [...texts.map((text) => ({ name: null, text })), ...chosen.flat()]
}

async function foundInRows(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  { textIn = [], ...selection }: CaseSelection,
): Promise<FoundText[]> {
  const statements = await Promise.all(
    textIn.map(async (name) => {
      const where = await whereCases(deps, model, scope, { ...selection, textIn: [name] })
      const value = fieldValue(model, name)
      return portableSql`(select ${name}::text as name, ${value} as value from response r where ${where} limit ${integer(mostRead)})`
    }),
  )
  const rows = await limitedQuery<{ name: string; value: unknown }>(
    deps.pool,
    join(statements, ' union all '),
    deps.work,
  )
  return rows.flatMap(({ name, value }) =>
    [value].flat().flatMap((text) => (typeof text === 'string' ? [{ name, text }] : [])),
  )
}
