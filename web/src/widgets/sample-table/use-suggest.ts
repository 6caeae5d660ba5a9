import { useMemo } from 'react'
import { suggestSamples } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import { usePlace } from '#web/lib/place.ts'
import type { Suggest } from '#web/ui/data-table/filter-box.tsx'

/** Texts of the samples at the place that contain what is typed. */
export function useSuggest(component: string): Suggest {
  const { survey, drillPath } = usePlace()
  return useMemo(
    () => ({
      key: ['samples', survey, drillPath, component],
      async load(term, signal) {
        const params = { survey, component, drillPath }
        return (await call(suggestSamples, { params, query: { term } }, { signal })).suggestions
      },
    }),
    [survey, drillPath, component],
  )
}
