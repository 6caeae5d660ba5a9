import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { printDrillPath, splitPath, parsePath } from '@gensvar/contract/drill-path'
import type { SplitPath } from '@gensvar/contract/drill-path'
import { getDistribution } from '@gensvar/contract/distributions'
import type { DistributionSplit } from '@gensvar/contract/entities/distribution'
import { withFilter } from '@gensvar/contract/path-steps'
import { call } from '#web/api.ts'
import { useOwnPeriod } from '#web/lib/cases-path.ts'
import { figuresMeta } from '#web/lib/figures-shown.ts'
import { usePlace } from '#web/lib/place.ts'

/** What is asked of a distribution. */
export interface AskedDistribution {
  /** Name of the indicator or question. */
  name: string
  question: string | undefined
  by: DistributionSplit
  isDetailed: boolean
  /** Drill path of the place, without the page's own period; that of the page where left out. */
  drillPath: string | undefined
}

/** The distribution of the answers behind a figure of this page, over the same period; the previous one while it loads. */
export function useDistribution({ name, question, by, isDetailed, drillPath }: AskedDistribution) {
  const place = usePlace()
  const period = useOwnPeriod()
  const { survey, views } = place
  const here: SplitPath = drillPath === undefined ? place : splitPath(parsePath(drillPath), views)
  const path = printDrillPath(period === null ? here : withFilter(here, period), views)
  const query = { by, detail: isDetailed ? ('answers' as const) : ('groups' as const), ...(question && { question }) }
  return useQuery({
    queryKey: ['distribution', survey, name, path, query],
    queryFn: ({ signal }) =>
      call(getDistribution, { params: { survey, indicator: name, drillPath: path }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta: figuresMeta,
  })
}
