import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { paths } from '#web/paths.ts'

/** Where a click on a row leads: to a screen, or down to a drill path on the same screen. */
export type RowTarget = { kind: 'screen'; href: string } | { kind: 'drill'; drillPath: string }

/**
 * What a click on a row opens: an alert, a completed interview, the sample of an incomplete one, else the row's place.
 * Null if the row may not be opened or leads nowhere.
 */
export function rowTarget(row: RankingRow, survey: string, screen: string): RowTarget | null {
  if (!row.accessAllowed) return null
  if (row.alertId !== null) return { kind: 'screen', href: paths.alert(survey, row.alertId) }
  if (row.interviewId !== null) {
    const href = row.isComplete
      ? paths.interview(survey, row.interviewId)
      : paths.sample(survey, screen, row.interviewId)
    return { kind: 'screen', href }
  }
  return row.drillPath === null ? null : { kind: 'drill', drillPath: row.drillPath }
}
