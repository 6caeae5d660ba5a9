import type { userQuestionFilter } from '@gensvar/contract/entities/users'
import type { LocalText } from '@gensvar/contract/local-text'
import { everywhere, joinFilterValues } from '@gensvar/contract/user-filters'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { readFiltersOfUsers } from '#server/domain/rights/survey-rights-store.ts'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A user question filter as forms show it. */
export type QuestionFilter = z.output<typeof userQuestionFilter>

/** A stored filter; without a survey it holds in all of the universe. */
export interface StoredFilter {
  surveyId: number | null
  variable: string
  values: readonly string[]
}

/** The name of the block of filters that hold in every survey. */
export const everySurvey = everywhere

/** The value that stands for "not answered". */
const notAnswered = 'none'

/** The surveys of a universe, compiled, by name. */
export async function loadSurveysOf(db: Kysely<Database>, universeId: number): Promise<SurveyModel[]> {
  const rows = await db
    .selectFrom('survey')
    .select('ext_name as extName')
    .where('universe_id', '=', universeId)
    .orderBy('ext_name')
    .execute()
  return Promise.all(rows.map(({ extName }) => loadSurveyModel({ db }, universeId, extName)))
}

/** The question filters of members of a universe by user, each variable once: of several rows what all of them allow. */
export async function readStoredFilters(
  db: Kysely<Database>,
  universeId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, StoredFilter[]>> {
  const all = await readFiltersOfUsers(db, universeId, userIds)
  return new Map([...all].map(([userId, filters]) => [userId, withoutRepeated(filters)]))
}

function withoutRepeated(filters: readonly StoredFilter[]): StoredFilter[] {
  const own: StoredFilter[] = []
  for (const one of filters) {
    const at = own.findIndex(({ surveyId, variable }) => surveyId === one.surveyId && variable === one.variable)
    const before = own[at]
    if (before) own[at] = { ...one, values: before.values.filter((value) => one.values.includes(value)) }
    else own.push(one)
  }
  return own
}

/**
 * Questions of a survey that users are limited by, and whether each must have a value: those of its configuration, and
 * the levels of its hierarchies.
 */
function limitingVariables(model: SurveyModel): Map<string, boolean> {
  const levels = model.views.flatMap(({ levels: names }) => names).map((name) => [name, false] as const)
  return new Map([
    ...levels,
    ...model.config.userVariables.map(({ question, required }) => [question, required] as const),
  ])
}

/** The filters of a survey that can be given to a user, with the values of those that are stored. */
export function filtersOfSurvey(model: SurveyModel, stored: readonly StoredFilter[]): QuestionFilter[] {
  const own = new Map(stored.filter(({ surveyId }) => surveyId === model.id).map((one) => [one.variable, one.values]))
  const offered = limitingVariables(model)
  return [...new Set([...offered.keys(), ...own.keys()])].map((variable) => ({
    ...itemOf(variable, [model], own.get(variable) ?? []),
    ...(offered.get(variable) && { required: true }),
    surveyName: model.extName,
    globalName: '',
  }))
}

/** The filters that hold in every survey: questions that all surveys have, and those that are stored. */
export function globalFilters(models: readonly SurveyModel[], stored: readonly StoredFilter[]): QuestionFilter[] {
  const own = new Map(stored.filter(({ surveyId }) => surveyId === null).map((one) => [one.variable, one.values]))
  const [first, ...others] = models
  const shared = [...(first ? limitingVariables(first).keys() : [])].filter((variable) =>
    // A filter on a question that a survey does not have would close that survey to the user.
    others.every(({ questions }) => questions.has(variable)),
  )
  return [...new Set([...shared, ...own.keys()])].map((variable) => {
    const having = models.filter(({ questions }) => questions.has(variable))
    return {
      ...itemOf(variable, having, own.get(variable) ?? []),
      surveyName: having[0]?.extName ?? '',
      globalName: variable,
    }
  })
}

/** The values that are no choice of the question in any of the surveys, and no unit's other name. */
export function goneValues(models: readonly SurveyModel[], variable: string, values: readonly string[]): string[] {
  const questions = models.flatMap(({ questions: all }) => all.get(variable) ?? [])
  // Answers of questions without choices are not listed anywhere.
  if (questions.some(({ choices }) => choices.length === 0)) return []
  return values.filter(
    (value) => value !== notAnswered && !questions.some(({ choiceByName }) => choiceByName.has(value)),
  )
}

function itemOf(variable: string, models: readonly SurveyModel[], values: readonly string[]) {
  const questions = models.flatMap(({ questions: all }) => all.get(variable) ?? [])
  const [question] = questions
  const titles: Record<string, LocalText> = {}
  for (const value of values) {
    const title = questions.map(({ choiceByName }) => choiceByName.get(value)?.title).find((one) => one !== undefined)
    if (title) titles[value] = title
  }
  const gone = goneValues(models, variable, values)
  return {
    title: question && Object.keys(question.title).length > 0 ? question.title : variable,
    variable,
    questionId: question?.id ?? 0,
    value: joinFilterValues(values),
    changed: false,
    ...(Object.keys(titles).length > 0 && { valueTitles: titles }),
    ...(gone.length > 0 && { gone }),
  }
}
