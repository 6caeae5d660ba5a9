import { useMemo } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { fetchWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { SamplePanel } from './sample-panel.tsx'
import type { SampleSource } from './sample-source.ts'

/** The responses below the place, to be searched, opened, edited, copied and written to. */
export function SampleTable({ config }: WidgetProps<'sample-table'>) {
  const text = useLocalText()
  const { survey, drillPath } = usePlace()
  const source = useMemo(
    (): SampleSource => ({
      component: config.id,
      options: config,
      load: (query, signal) =>
        fetchWidgetData('sample-table', 'data', { survey, drillPath, component: config.id }, query, signal),
    }),
    [config, survey, drillPath],
  )
  return <SamplePanel id={config.id} title={text(config.title)} source={source} />
}
