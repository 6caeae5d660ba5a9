import type { UserVariable } from '@gensvar/contract/user-editor'
import { joinFilterValues } from '@gensvar/contract/user-filters'
import type { LocalText } from '@gensvar/contract/local-text'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** A stored question filter; `surveyId` is null for one that holds in every survey. */
export interface StoredFilter {
  surveyId: number | null
  variable: string
  values: readonly string[]
}

/** The value that stands for an empty answer, which every question can have. */
const noAnswer = 'none'

/**
 * Questions of a survey that users are limited by, with those that must have a value: those of the configuration, and the
 * levels of its hierarchies, which are a user's places.
 */
export function limitingVariables(model: SurveyModel): Map<string, { required: boolean }> {
  const levels = model.views.flatMap((view) => view.levels).map((variable) => [variable, { required: false }] as const)
  const configured = model.config.userVariables.map(({ question, required }) => [question, { required }] as const)
  return new Map([...configured, ...levels.filter(([name]) => !configured.some(([question]) => question === name))])
}

/** The filters of a survey as the editor shows them: those a user can have, and those they have besides. */
export function surveyVariables(model: SurveyModel, stored: readonly StoredFilter[]): UserVariable[] {
  const own = stored.filter(({ surveyId }) => surveyId === model.id)
  const offered = limitingVariables(model)
  const names = new Set([...offered.keys(), ...own.map(({ variable }) => variable)])
  return [...names].map((variable) => ({
    ...describe([model], variable, valuesOf(own, variable)),
    surveyName: model.extName,
    globalName: '',
    required: offered.get(variable)?.required ?? false,
  }))
}

/** The filters that hold in every survey, as the editor shows them. */
export function globalVariables(models: readonly SurveyModel[], stored: readonly StoredFilter[]): UserVariable[] {
  const own = stored.filter(({ surveyId }) => surveyId === null)
  const offered = models.flatMap((model) => [...limitingVariables(model).keys()])
  const names = new Set([...offered, ...own.map(({ variable }) => variable)])
  return [...names].map((variable) => ({
    ...describe(models, variable, valuesOf(own, variable)),
    surveyName: models.find(({ questions }) => questions.has(variable))?.extName ?? '',
    globalName: variable,
    required: false,
  }))
}

/** Values that none of some surveys' questions has; empty where the question has no choices. */
export function goneValues(models: readonly SurveyModel[], variable: string, values: readonly string[]): string[] {
  const questions = models.flatMap((model) => model.questions.get(variable) ?? [])
  if (questions.length === 0) return [...values]
  if (questions.some(({ choices }) => choices.length === 0)) return []
  return values.filter((value) => value !== noAnswer && !questions.some((one) => one.choiceByName.has(value)))
}

function valuesOf(filters: readonly StoredFilter[], variable: string): readonly string[] {
  return filters.find((filter) => filter.variable === variable)?.values ?? []
}

function describe(models: readonly SurveyModel[], variable: string, values: readonly string[]) {
  const question = models.map((model) => model.questions.get(variable)).find((one) => one !== undefined)
  const titles: Record<string, LocalText> = {}
  for (const value of values) {
    const title = question?.choiceByName.get(value)?.title
    if (title && Object.keys(title).length > 0) titles[value] = title
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
