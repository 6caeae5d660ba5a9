import { Suspense } from 'react'
import type { SummaryGroup } from '@gensvar/contract/entities/summary-results'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useLocalText } from '#web/lib/local-text.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import type { useWidgetData } from '#web/widgets/widget-query.ts'
import classes from './results-block.module.css'

const DriverBars = onDemand(async () => (await import('#web/widgets/drivers/driver-bars.tsx')).DriverBars)

/** Height of a question's bar, and of the words around all of them, in pixels. */
const barHeight = 28
const around = 72

/** The request for the effects of the business drivers. */
export type DriversQuery = ReturnType<typeof useWidgetData<'results-block', 'drivers'>>

/** What moves the survey's main indicator most, above the figures of the same questions. */
export function BusinessDrivers({ query, groups }: { query: DriversQuery; groups: readonly SummaryGroup[] }) {
  const text = useLocalText()
  const questions = groups.reduce((sum, group) => sum + group.questionAnswers.length, 0)
  const height = around + barHeight * questions
  return (
    <DataState
      query={query}
      height={height}
      compact
      isEmpty={({ rows }) => rows.length === 0}
      empty={<p className={classes['reason']}>{text(query.data?.why)}</p>}
    >
      {(data) => (
        <Suspense fallback={<Loading height={height} />}>
          <DriverBars answer={data} />
        </Suspense>
      )}
    </DataState>
  )
}
