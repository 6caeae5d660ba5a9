import { useCallback } from 'react'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import {
  MAX_PATH_LENGTH,
  parsePath,
  plainToken,
  plainValue,
  printDrillPath,
  splitPath,
} from '@gensvar/contract/drill-path'
import type { Distribution } from '@gensvar/contract/entities/distribution'
import { countedPath } from '@gensvar/contract/path-steps'
import { usePlace } from '#web/lib/place.ts'
import { paths } from '#web/paths.ts'

/**
 * Tells the address of exactly the interviews that a part of a bar counts, by their indices; null where there are none, or
 * where the reader may not open all of them.
 */
export function usePartCases({
  bars,
  parts,
  question,
  cases,
}: Distribution): (bar: number, part: number) => string | null {
  const { survey, views } = usePlace()
  return useCallback(
    (barIndex, partIndex) => {
      const bar = bars[barIndex]
      const filter = parts[partIndex]?.filter ?? null
      if (!bar || bar.path === null || !bar.isOpen || cases === null || filter === null || !bar.counts?.[partIndex])
        return null
      const here = splitPath(parsePath(bar.path), views)
      const period = bar.dates === null ? null : plainToken(EVENT_DATE, bar.dates)
      const answers = { name: question, values: filter.map((text) => plainValue(text)) }
      const path = printDrillPath(countedPath(here, period, answers), views)
      return path.length > MAX_PATH_LENGTH ? null : paths.ranking(survey, path, { cases })
    },
    [bars, parts, question, cases, survey, views],
  )
}
