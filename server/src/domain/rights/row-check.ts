import { answerOf } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import type { SurveyModel } from '../survey/survey-model.ts'
import type { UnitTree } from '../survey/unit-tree.ts'

/** What a stored response shows of itself to the conditions of a scope. */
export interface CheckedRow {
  state: number
  eventDate: string
  answers: Readonly<Record<string, unknown>>
  unitIds: readonly number[]
}

/**
 * Whether a row meets a scope's condition. Conditions no scope is made of (campaigns, parts of texts) are met by
 * no row, so that a mistake closes instead of opening.
 */
export function rowMeets(row: CheckedRow, condition: Condition, model: SurveyModel, tree: UnitTree): boolean {
  switch (condition.kind) {
    case 'choice':
      return meetsChoice(row, condition)
    case 'range': {
      const value = row.answers[condition.variable]
      if (typeof value !== 'number') return false
      return (condition.from === null || value >= condition.from) && (condition.to === null || value <= condition.to)
    }
    case 'dates': {
      const date = dateOf(row, condition.variable)
      if (date === null) return false
      return (condition.from === null || date >= condition.from) && (condition.to === null || date < condition.to)
    }
    case 'monthDay': {
      const [, month, day] = (dateOf(row, condition.variable) ?? '').split('-').map(Number)
      return month === condition.month && day === condition.day
    }
    case 'sampleState':
      return condition.states.includes(row.state)
    case 'unit': {
      const index = model.views.findIndex((view) => view.extName === condition.view)
      const view = model.views[index]
      const wanted = view && tree.find(view.id, condition.path)
      const leaf = tree.unit(row.unitIds[index] ?? -1)
      return wanted !== undefined && leaf !== undefined && tree.pathOf(leaf).some((unit) => unit.id === wanted.id)
    }
    case 'any':
      return condition.of.some((one) => rowMeets(row, one, model, tree))
    case 'not':
      return !rowMeets(row, condition.of, model, tree)
    case 'campaign':
      return false
  }
}

function meetsChoice(row: CheckedRow, condition: Condition & { kind: 'choice' }): boolean {
  if (condition.contains.length > 0 || condition.excludeContains.length > 0) return false
  const answer = row.answers[condition.variable]
  const given: unknown[] = Array.isArray(answer) ? answer : answer === undefined || answer === null ? [] : [answer]
  const has = (value: string): boolean => {
    const wanted = answerOf(value)
    return wanted === null ? given.length === 0 : given.some((one) => String(one) === wanted)
  }
  if (condition.exclude.some(has)) return false
  return condition.include.length === 0 || condition.include.some(has)
}

function dateOf(row: CheckedRow, variable: string): string | null {
  if (variable === 'date') return row.eventDate
  const answer = row.answers[variable]
  return typeof answer === 'string' ? answer : null
}
