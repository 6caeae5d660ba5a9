import { useLocation } from '@tanstack/react-router'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { Neighbours } from '#web/ui/neighbours.tsx'
import { useTexts } from '#web/widgets/alert-table/texts.ts'
import type { AlertRef } from './queries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Ids of the alerts that the list showed from which this alert was opened; kept in the entry of the history. */
    alertIds?: readonly number[]
  }
}

/** The previous and next alert of those that the list showed; nothing without a list. */
export function AlertNeighbours({ survey, alertId }: AlertRef) {
  const t = useTexts()
  const go = useGo()
  const ids = useLocation({ select: ({ state }) => state.alertIds })
  const at = ids?.indexOf(alertId) ?? -1
  if (ids === undefined || at < 0) return null
  const neighbour = (text: string, id: number | undefined) => ({
    text,
    // Back leads to the list, so the alerts passed on the way leave no entries.
    open: id === undefined ? null : () => go(paths.alert(survey, id), { replace: true, state: { alertIds: ids } }),
  })
  return (
    <Neighbours
      label={t('neighbours')}
      previous={neighbour(t('previousAlert'), ids[at - 1])}
      next={neighbour(t('nextAlert'), ids[at + 1])}
      position={at}
      total={ids.length}
    />
  )
}
