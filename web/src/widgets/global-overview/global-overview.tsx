import { useState } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import type { Choose } from './overview-block.tsx'
import { OverviewPanel } from './overview-panel.tsx'

/** Figures of the universes the reader may enter; a click goes to the survey of the tile. */
export function GlobalOverview({ config }: WidgetProps<'global-overview'>) {
  const text = useLocalText()
  const go = useGo()
  const { universe } = useIdentity()
  const [timeSpan, setTimeSpan] = useState<string | null>(null)
  const query = useWidgetData('global-overview', 'data', config.id, { timespan: timeSpan ?? undefined })
  // The login screen changes the universe if needed and continues to the survey's start page.
  const select: Choose = (to, survey) =>
    go(paths.login(to === universe ? { survey } : { change: 'universe', universe: to, survey }))
  const title = text(config.title)
  return (
    <Card title={title === '' ? undefined : title}>
      <OverviewPanel query={query} timeSpan={timeSpan} onTimeSpan={setTimeSpan} onSelect={select} />
    </Card>
  )
}
