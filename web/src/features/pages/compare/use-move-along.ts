import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { parseDrillPath, plainText, plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { SplitPath } from '@gensvar/contract/drill-path'
import { movedAlong, withFilter } from '@gensvar/contract/path-steps'
import { eventDateNames, useFilterGroups } from '#web/features/filters/service.ts'
import { expandedPathQuery, shortPath, storedPathId } from '#web/lib/place.ts'
import type { Place } from '#web/lib/place.ts'
import { comparing } from '#web/lib/side.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { todayIn } from '#web/lib/today.ts'
import { periodToken, sidePeriods } from './side-periods.ts'

/**
 * While a page is compared, side B follows what side A is changed to in the page's head and filters: what both have alike
 * stays so, and a period that is the preceding one, or the same a year earlier, stays that of the new period.
 */
export function useMoveAlong(a: Place, b: Place, own: string | null): void {
  const client = useQueryClient()
  const groups = useFilterGroups()
  const { timeZone } = useSurveyStart().survey
  useEffect(() => {
    const dateNames = eventDateNames(groups)
    const rules = { dateNames, own, today: todayIn(timeZone) }
    const periodOf = (before: SplitPath, after: SplitPath): string | null => {
      const token = periodToken(b.filters, dateNames)
      const text = token === undefined ? null : plainText(token)
      if (text === null) return null
      const [old, next] = [sidePeriods(before.filters, rules), sidePeriods(after.filters, rules)]
      if (text === old.preceding) return next.preceding
      return text === old.yearBefore ? next.yearBefore : null
    }
    const moveAlong = async (drillPath: string): Promise<string> => {
      const id = storedPathId(drillPath)
      const full = id === null ? drillPath : (await client.fetchQuery(expandedPathQuery(a.survey, id))).path
      const after = parseDrillPath(full, a.views)
      const moved = movedAlong(b, a, after)
      const period = periodOf(a, after)
      const next = period === null ? moved : withFilter(moved, plainToken(EVENT_DATE, period))
      return shortPath(a.survey, printDrillPath(next, a.views))
    }
    comparing.set({ moveAlong })
    return () => comparing.set({ moveAlong: null })
  }, [client, groups, timeZone, a, b, own])
}
