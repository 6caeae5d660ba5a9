import { useMemo } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { fetchWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { RankingPanel } from './ranking-panel.tsx'
import type { RankingSource } from './ranking-source.ts'

/** The units below the place ranked by a column, and single responses at the last level. */
export function RankingTable({ config }: WidgetProps<'ranking-table'>) {
  const text = useLocalText()
  const { survey, drillPath } = usePlace()
  const { id } = config
  const source = useMemo(
    (): RankingSource => ({
      key: [id],
      rowsOf: { kind: 'ranking', component: id },
      load: (query, signal) =>
        fetchWidgetData('ranking-table', 'data', { survey, drillPath, component: id }, query, signal),
    }),
    [id, survey, drillPath],
  )
  return <RankingPanel id={id} title={text(config.title)} source={source} sortDesc={config.sortDesc} />
}
