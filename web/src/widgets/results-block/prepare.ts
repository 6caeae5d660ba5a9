import type { SummaryGroup, SummaryResults, SummaryRow } from '@gensvar/contract/entities/summary-results'
import type { LocalText } from '@gensvar/contract/local-text'

/** An entry of the left menu and the groups it shows. */
export interface MenuEntry {
  key: string
  /** One of the block's texts, or the group's title. */
  label: 'drivers' | 'loyalty' | LocalText
  groups: readonly SummaryGroup[]
  /** The days that these are compared with, in words; null where nothing can be compared. */
  trend: LocalText | null
}

/** The left menu: business drivers, satisfaction and loyalty, then one entry per result group. */
export function menuOf(data: SummaryResults): MenuEntry[] {
  const { trendTime: trend, driversTrendTime = trend } = data
  return [
    { key: ' drivers', label: 'drivers', groups: data.driverGroups, trend: driversTrendTime },
    { key: ' loyalty', label: 'loyalty', groups: data.loyaltySatisfactionGroups, trend },
    ...data.resultGroups.map((group) => ({ key: group.extName, label: group.title, groups: [group], trend })),
  ]
}

/** Whether an entry has anything to show: a group without questions that can be measured has nothing. */
export function hasRows({ groups }: Pick<MenuEntry, 'groups'>): boolean {
  return groups.some((group) => group.questionAnswers.length + group.numericQuestionAnswers.length > 0)
}

/** A change at the precision shown; one below it is zero, without a sign. Null without a change. */
export function shownDiff(row: Pick<SummaryRow, 'diff' | 'decimals'>): number | null {
  if (row.diff === null) return null
  const factor = 10 ** row.decimals
  // Adding 0 turns a negative zero into zero.
  return Math.round(row.diff * factor) / factor + 0
}

/** Whether a change is for the better, for the worse or neither, at the precision shown, or as it may be chance. */
export function changeOf(
  row: Pick<SummaryRow, 'diff' | 'decimals' | 'inverse' | 'chance'>,
): 'better' | 'worse' | 'neutral' {
  const rounded = shownDiff(row) ?? 0
  if (rounded === 0 || row.chance?.isMore === false) return 'neutral'
  return rounded > 0 === !row.inverse ? 'better' : 'worse'
}
