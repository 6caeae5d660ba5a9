import { useMemo } from 'react'
import { listAlerts } from '@gensvar/contract/alerts'
import { call } from '#web/api.ts'
import { usePlace } from '#web/lib/place.ts'
import { AlertPanel } from './alert-panel.tsx'
import type { AlertSource } from './alert-source.ts'

/** The alerts of a survey whose alerts page has no table of its own: the usual columns, the soonest due first. */
export function PlainAlerts() {
  const { survey, drillPath } = usePlace()
  const source = useMemo(
    (): AlertSource => ({
      component: null,
      sortBy: 'due',
      sortDesc: false,
      load: (query, signal) => call(listAlerts, { params: { survey, drillPath }, query }, { signal }),
    }),
    [survey, drillPath],
  )
  return <AlertPanel id="alerts" source={source} />
}
