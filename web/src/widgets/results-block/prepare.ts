import type { SummaryGroup, SummaryResults, SummaryRow } from '@gensvar/contract/entities/summary-results'
import type { LocalText } from '@gensvar/contract/local-text'

/** An entry of the left menu and the groups it shows. */
export interface MenuEntry {
  key: string
  /** A text of the block's own, or the group's title. */
  label: 'drivers' | 'loyalty' | LocalText
  groups: readonly SummaryGroup[]
}

/** The left menu: business drivers, satisfaction and loyalty, then one entry per result group. Empty entries are left out. */
export function menuOf(data: SummaryResults): MenuEntry[] {
  const entries: MenuEntry[] = [
    { key: ' drivers', label: 'drivers', groups: data.driverGroups },
    { key: ' loyalty', label: 'loyalty', groups: data.loyaltySatisfactionGroups },
    ...data.resultGroups.map((group) => ({ key: group.extName, label: group.title, groups: [group] })),
  ]
  return entries.filter((entry) => entry.groups.length > 0)
}

/** Whether a change is for the better, for the worse or neither, at the precision shown. */
export function changeOf(row: Pick<SummaryRow, 'diff' | 'decimals' | 'inverse'>): 'better' | 'worse' | 'neutral' {
  const factor = 10 ** row.decimals
  const rounded = row.diff === null ? 0 : Math.round(row.diff * factor) / factor
  if (rounded === 0) return 'neutral'
  return rounded > 0 === !row.inverse ? 'better' : 'worse'
}
