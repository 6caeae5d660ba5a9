import type { SummaryGroup, SummaryResults, SummaryRow } from '@gensvar/contract/entities/summary-results'
import type { LocalText } from '@gensvar/contract/local-text'

/** An entry of the left menu and the groups it shows. */
export interface MenuEntry {
  key: string
  /** One of the block's texts, or the group's title. */
  label: 'drivers' | 'loyalty' | LocalText
  groups: readonly SummaryGroup[]
}

/**
 * The left menu: business drivers, satisfaction and loyalty, then one entry per result group. It leaves out entries
 * without figures and those that would repeat one of the first two.
 */
export function menuOf(data: SummaryResults): MenuEntry[] {
  const shown = [data.driverGroups, data.loyaltySatisfactionGroups].flatMap((groups) =>
    groups.length === 1 ? groups.map((group) => group.extName) : [],
  )
  const entries: MenuEntry[] = [
    { key: ' drivers', label: 'drivers', groups: data.driverGroups },
    { key: ' loyalty', label: 'loyalty', groups: data.loyaltySatisfactionGroups },
    ...data.resultGroups
      .filter(({ extName }) => !shown.includes(extName))
      .map((group) => ({ key: group.extName, label: group.title, groups: [group] })),
  ]
  return entries.filter((entry) => entry.groups.some(hasRows))
}

function hasRows(group: SummaryGroup): boolean {
  return group.questionAnswers.length + group.numericQuestionAnswers.length > 0
}

/** Whether any group or question has a goal. */
export function hasGoals(data: SummaryResults): boolean {
  const groups = [...data.driverGroups, ...data.loyaltySatisfactionGroups, ...data.resultGroups]
  return groups
    .flatMap((group) => [group, ...group.questionAnswers, ...group.numericQuestionAnswers])
    .some(({ goal }) => goal !== null)
}

/** A change at the precision shown; one below it is zero, without a sign. Null without a change. */
export function shownDiff(row: Pick<SummaryRow, 'diff' | 'decimals'>): number | null {
  if (row.diff === null) return null
  const factor = 10 ** row.decimals
  // Adding 0 turns a negative zero into zero.
  return Math.round(row.diff * factor) / factor + 0
}

/** Whether a change is for the better, for the worse or neither, at the precision shown. */
export function changeOf(row: Pick<SummaryRow, 'diff' | 'decimals' | 'inverse'>): 'better' | 'worse' | 'neutral' {
  const rounded = shownDiff(row) ?? 0
  if (rounded === 0) return 'neutral'
  return rounded > 0 === !row.inverse ? 'better' : 'worse'
}
