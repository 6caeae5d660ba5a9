import { joinFilterValues, splitFilterValues } from '@gensvar/contract/user-filters'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { StoredFilter } from '#server/domain/people/question-filters.ts'
import { problemOf } from '#server/domain/people/save-filters.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/**
 * Filters as a file of users has them: `store=12;14`, one per line; with a survey's name and a colon before it where it
 * holds in that survey alone.
 */
export function filtersText(filters: readonly StoredFilter[], models: readonly SurveyModel[]): string {
  const lines = filters.map(({ surveyId, variable, values }) => {
    const survey = models.find(({ id }) => id === surveyId)
    return `${survey ? `${survey.extName}:` : ''}${variable}=${joinFilterValues(values)}`
  })
  return lines.join('\n')
}

/** Reads what `filtersText` writes. Answers what is wrong with the first filter that cannot be used. */
export function readFilters(
  text: string,
  models: readonly SurveyModel[],
): { filters: StoredFilter[] } | { problem: Words } {
  const filters: StoredFilter[] = []
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line === '') continue
    const [, survey, variable = '', given = ''] = /^(?:([^:=]+):)?([^=]+)=(.*)$/s.exec(line) ?? []
    if (variable === '') return { problem: say`Write a filter as variable=a;b.` }
    const model = models.find(({ extName }) => extName === survey?.trim())
    if (survey !== undefined && !model) return { problem: say`There is no survey named "${survey.trim()}".` }
    const name = variable.trim()
    const values = splitFilterValues(given)
    if (values.length === 0) return { problem: say`The filter on "${name}" has no values.` }
    const problem = problemOf(model ? [model] : models, name, values)
    if (problem) return { problem }
    const surveyId = model?.id ?? null
    if (filters.some((one) => one.surveyId === surveyId && one.variable === name))
      return { problem: say`There are two filters on "${name}".` }
    filters.push({ surveyId, variable: name, values })
  }
  return { filters }
}

/** Filters that are in only one of two lists, or differ; those that are gone have no values. */
export function changedFilters(before: readonly StoredFilter[], after: readonly StoredFilter[]): StoredFilter[] {
  const same = (one: StoredFilter, other: StoredFilter): boolean =>
    one.surveyId === other.surveyId && one.variable === other.variable
  const isSet = (one: StoredFilter): boolean =>
    before.some((other) => same(one, other) && joinFilterValues(one.values) === joinFilterValues(other.values))
  const gone = before.filter((one) => !after.some((other) => same(one, other)))
  return [...after.filter((one) => !isSet(one)), ...gone.map((one) => ({ ...one, values: [] }))]
}
