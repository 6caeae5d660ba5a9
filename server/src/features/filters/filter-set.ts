import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { FilterConfig, FilterGroupConfig } from '@gensvar/contract/configuration/filters'
import { ILLEGAL_FILTER } from '@gensvar/contract/drill-path'
import type { Filter, FilterGroup, FilterOption, FilterSet } from '@gensvar/contract/entities/survey'
import type { Question, SurveyModel } from '../../domain/survey/survey-model.ts'

/** Most options a filter is sent with; one with more is asked for by text. */
export const maxOptions = 50_000

/** Sample states a filter offers, by their code. */
const sampleStates = [0, 1, 2, 3, 4].map((state): FilterOption => ({ extName: String(state), title: String(state) }))

/** The filter set of one tab. `seen` narrows the options of a question to answers the user may see. */
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
  const question = model.questions.get(filter.extName)
  const known = question !== undefined || filter.campaign || filter.dateInterval || isBuiltIn(filter.extName)
  // A question that is gone leaves no control behind; the configuration check names it to whoever edits.
  if (!known) return []
  const title = filter.title ?? (question && Object.keys(question.title).length > 0 ? question.title : filter.extName)
  return [{ ...filter, title, options: filter.serverSide ? [] : optionsOf(filter, question, seen) }]
}

function isBuiltIn(name: string): boolean {
  return name === EVENT_DATE || name === 'samplestate'
}

function optionsOf(
  filter: FilterConfig,
  question: Question | undefined,
  seen: (question: Question) => ReadonlySet<string> | null,
): FilterOption[] {
  if (filter.extName === 'samplestate') return sampleStates
  if (!question || filter.range) return []
  const visible = seen(question)
  return question.choices
    .filter((choice) => visible === null || visible.has(choice.extName))
    .slice(0, maxOptions)
    .map((choice) => ({ extName: choice.extName, title: titleOf(choice.title, choice.extName) }))
}

function titleOf(title: Readonly<Record<string, string>>, fallback: string): Record<string, string> | string {
  return Object.keys(title).length > 0 ? title : fallback
}
