import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { removeScriptEvent, removeScriptEvents } from '@gensvar/contract/scripts'
import type { StoredScript } from '@gensvar/contract/scripts'
import { useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Chip } from '#web/ui/chip.tsx'
import type { ChipTone } from '#web/ui/chip.tsx'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { scriptListsKey, scriptQuery } from './queries.ts'
import type { ScriptPlace } from './script-place.ts'
import { text, useTexts } from './texts.ts'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

type Event = StoredScript['events'][number]
type EventType = Event['eventType']

const types: readonly EventType[] = ['ERROR', 'WARNING', 'INFO']
const tones: Record<EventType, ChipTone> = { ERROR: 'negative', WARNING: 'amber', INFO: 'quiet' }
const keyOf = ({ id }: Event) => id
const ownOrder = { by: null, desc: false }

interface Props {
  place: ScriptPlace
  script: StoredScript
}

/** Deletes one event, or all of a script's events. */
function useRemoval({ place, script }: Props, onSettled: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (event: Event | 'all'): Promise<unknown> =>
      event === 'all'
        ? call(removeScriptEvents, { params: { survey: place.survey, scriptId: script.id } })
        : call(removeScriptEvent, { params: { survey: place.survey, eventId: event.id } }),
    onSuccess: (_, event) => notifyDone(text(event === 'all' ? 'eventsDeleted' : 'eventDeleted')),
    onError: notifyError,
    async onSettled() {
      await queryClient.invalidateQueries({ queryKey: scriptQuery(place).queryKey })
      void queryClient.invalidateQueries({ queryKey: scriptListsKey })
      onSettled()
    },
  })
}

/** What happened while a script ran: errors, warnings and what it logged. */
export function EventLog({ place, script }: Props) {
  const t = useTexts()
  const [type, setType] = useState<EventType | ''>('')
  const [removed, setRemoved] = useState<Event | 'all' | null>(null)
  const removal = useRemoval({ place, script }, () => setRemoved(null))
  const query = useQuery(scriptQuery(place))
  const rows = useMemo(
    () => script.events.filter(({ eventType }) => type === '' || eventType === type),
    [script.events, type],
  )
  const columns = useColumns(setRemoved)
  const list = useLocalList({
    key: ['script-events', place.survey, String(script.id), type],
    name: 'events',
    query,
    rows,
    columns,
    isPaged: true,
  })
  return (
    <div>
      <DataTable
        id="script-events"
        title={t('events')}
        list={list}
        columns={columns}
        ownOrder={ownOrder}
        keyOf={keyOf}
        tools={
          <>
            <NativeSelect
              aria-label={t('eventsShown')}
              value={type}
              onChange={({ currentTarget }) => setType(types.find((one) => one === currentTarget.value) ?? '')}
              data={[{ value: '', label: t('allEvents') }, ...types.map((one) => ({ value: one, label: one }))]}
            />
            <Button variant="default" disabled={script.events.length === 0} onClick={() => setRemoved('all')}>
              {t('deleteEvents')}
            </Button>
          </>
        }
        empty={<Empty title={t('noEvents')}>{t('noEventsText')}</Empty>}
      />
      <ConfirmDialog
        opened={removed !== null}
        title={t(removed === 'all' ? 'deleteEventsAsk' : 'deleteEventAsk')}
        message={removed === 'all' || removed === null ? t('deleteEventsText') : removed.message}
        okText={t('delete')}
        danger
        busy={removal.isPending}
        onOk={() => removed !== null && removal.mutate(removed)}
        onCancel={() => setRemoved(null)}
      />
    </div>
  )
}

function useColumns(onRemove: (event: Event) => void): Column<Event>[] {
  const t = useTexts()
  const format = useFormat()
  // There is room for two columns then: what happened is one of them.
  const isNarrow = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false })
  return useMemo(() => {
    const type: Column<Event> = {
      ...{ id: 'eventType', title: t('type'), sortBy: 'eventType', naming: !isNarrow, width: 120, isFixed: true },
      text: ({ eventType }) => eventType,
      cell: ({ eventType }) => <Chip tone={tones[eventType]}>{eventType}</Chip>,
    }
    const time: Column<Event> = {
      ...{ id: 'updated', title: t('time'), sortBy: 'updated', width: 176, isFixed: true, descFirst: true },
      text: ({ updated }) => format.moment(updated),
      cell: ({ updated }) => format.moment(updated),
      compare: (a, b) => Date.parse(a.updated) - Date.parse(b.updated),
    }
    const message: Column<Event> = {
      ...{ id: 'message', title: t('message'), naming: isNarrow, width: 360, isLong: true },
      text: (event) => event.message,
      cell: (event) => event.message,
    }
    const remove: Column<Event> = {
      ...{ id: 'delete', title: t('deleteEvent'), isTitleHidden: true, width: 56, isFixed: true, align: 'right' },
      text: () => '',
      cell: (event) => (
        <CellButton label={t('deleteEvent')} onClick={() => onRemove(event)}>
          <IconTrash size={16} aria-hidden="true" />
        </CellButton>
      ),
    }
    return isNarrow ? [message, type, time, remove] : [type, time, message, remove]
  }, [t, format, isNarrow, onRemove])
}
