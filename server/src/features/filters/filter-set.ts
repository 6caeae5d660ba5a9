import type { FilterConfig, FilterGroupConfig } from '@gensvar/contract/configuration/filters'
import { ILLEGAL_FILTER } from '@gensvar/contract/drill-path'
import type { Filter, FilterGroup, FilterOption, FilterSet } from '@gensvar/contract/entities/survey'
import { kindOfFilter, variableWithoutQuestion } from '@gensvar/contract/filter-kinds/index'
import { conditionKinds } from '#server/domain/conditions/condition-kinds.ts'
import { askedQuestion } from '#server/domain/survey/asked-question.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'

/** A filter with more options than this is sent without them, and the browser searches them by text. */
export const maxOptions = 50_000

/** The filter set of one tab. `seen` limits the options of a question to answers the user may see. */
export function filterSetOf(
  model: SurveyModel,
  type: 'standard' | 'time',
  groups: readonly FilterGroupConfig[],
  seen: (question: Question) => ReadonlySet<string> | null,
): FilterSet {
  return { type, filterGroups: groups.map((group) => groupOf(model, group, seen)) }
}

function groupOf(
  model: SurveyModel,
  group: FilterGroupConfig,
  seen: (question: Question) => ReadonlySet<string> | null,
): FilterGroup {
  return {
    key: group.key,
    title: group.title ?? group.key,
    ungrouped: group.ungrouped,
    flatten: group.flatten,
    expanded: group.expanded,
    quickSelect: group.quickSelect,
    userSelectableRange: group.userSelectableRange,
    filters: group.filters
      .filter((filter) => filter.extName !== ILLEGAL_FILTER)
      .flatMap((filter) => filterOf(model, filter, seen)),
  }
}

function filterOf(
  model: SurveyModel,
  filter: FilterConfig,
  seen: (question: Question) => ReadonlySet<string> | null,
): Filter[] {
  const question = askedQuestion(model, filter.extName)
  // A removed question gets no control; the configuration check reports it to the editor.
  if (!question && variableWithoutQuestion(filter) === null) return []
  const title = filter.title ?? (question && Object.keys(question.title).length > 0 ? question.title : filter.extName)
  const kind = kindOfFilter(filter, question?.type)
  return [{ ...filter, kind, title, options: optionsOf(filter, question, seen) }]
}

/** Whether a filter is sent with the choices of its question. */
export function offersChoices(filter: FilterConfig, question: Question): boolean {
  return !filter.serverSide && conditionKinds[kindOfFilter(filter, question.type)].options === 'choices'
}

function optionsOf(
  filter: FilterConfig,
  question: Question | undefined,
  seen: (question: Question) => ReadonlySet<string> | null,
): FilterOption[] {
  const { options } = conditionKinds[kindOfFilter(filter, question?.type)]
  if (typeof options !== 'string') return options.map((value) => ({ extName: value, title: value }))
  if (!question || !offersChoices(filter, question)) return []
  const visible = seen(question)
  return question.choices
    .filter((choice) => visible === null || visible.has(choice.extName))
    .slice(0, maxOptions)
    .map((choice) => ({ extName: choice.extName, title: titleOf(choice.title, choice.extName) }))
}

function titleOf(title: Readonly<Record<string, string>>, fallback: string): Record<string, string> | string {
  return Object.keys(title).length > 0 ? title : fallback
}
