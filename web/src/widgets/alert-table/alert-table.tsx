import { useMemo } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { fetchWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { AlertPanel } from './alert-panel.tsx'
import type { AlertSource } from './alert-source.ts'

/** The alerts below the place, to be searched, filtered, opened, assigned and closed. */
export function AlertTable({ config }: WidgetProps<'alert-table'>) {
  const text = useLocalText()
  const { survey, drillPath } = usePlace()
  const { id, sortBy, sortDesc } = config
  const source = useMemo(
    (): AlertSource => ({
      component: id,
      sortBy,
      sortDesc,
      load: (query, signal) =>
        fetchWidgetData('alert-table', 'data', { survey, drillPath, component: id }, query, signal),
    }),
    [id, sortBy, sortDesc, survey, drillPath],
  )
  return <AlertPanel id={id} title={text(config.title)} source={source} />
}
