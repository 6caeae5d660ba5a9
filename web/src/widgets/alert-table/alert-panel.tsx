import { Button } from '@mantine/core'
import { IconCircleCheck, IconUserShare } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Key } from 'react'
import { maxNamedAlerts, suggestAlerts } from '@gensvar/contract/alerts'
import type { RankingData, RankingRow } from '@gensvar/contract/entities/ranking'
import { noComponent } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { usePlace } from '#web/lib/place.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { useScreenName } from '#web/lib/shown-page.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import { NoAccess } from '#web/ui/states/states.tsx'
import { CellWordsContext, useTableWords } from '#web/widgets/ranking-table/cell-words.ts'
import { TablePanel } from '#web/widgets/ranking-table/table-panel.tsx'
import { useRankingColumns } from '#web/widgets/ranking-table/use-ranking-columns.tsx'
import { loadAlerts } from './alert-source.ts'
import type { AlertSource } from './alert-source.ts'
import { FilterBar } from './filter-bar.tsx'
import { NoAlerts } from './no-alerts.tsx'
import { useTexts } from './texts.ts'
import { useAlertReports } from './use-alert-reports.ts'
import { filterQuery, useAlertFilters } from './use-alert-filters.ts'
import type { AlertFilters } from './use-alert-filters.ts'

const AssignDialog = whenOpened(() => import('./assign-dialog.tsx').then((file) => file.AssignDialog))
const CloseDialog = whenOpened(() => import('./close-dialog.tsx').then((file) => file.CloseDialog))

interface Props {
  id: string
  /** What it is called; "Alerts" by default. */
  title?: string
  source: AlertSource
}

const nothing: Pick<RankingData, 'headers' | 'nameCount'> = { headers: [], nameCount: 0 }

const keyOf = (row: RankingRow, index: number): Key => row.alertId ?? `row ${index}`

/** A table of alerts with its filters and actions, or why the reader may not see alerts. */
export function AlertPanel(props: Props) {
  const t = useTexts()
  const { named, rights } = useSurveyStart()
  if (rights.canViewInterviews && named) return <Panel {...props} />
  return (
    <Card title={props.title || t('title')}>
      <NoAccess>{named ? t('noInterviews') : t('anonymous')}</NoAccess>
    </Card>
  )
}

function Panel({ id, title = '', source }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const words = useTableWords()
  const queryClient = useQueryClient()
  const {
    survey: { title: surveyTitle },
    rights,
  } = useSurveyStart()
  const { survey, drillPath } = usePlace()
  const component = source.component ?? noComponent
  // On the alert list the address is that of its table; elsewhere there may be other tables.
  const name = useScreenName() === 'alertlist' ? undefined : id
  const [filters, setFilters] = useAlertFilters(name)
  const filteredBy = JSON.stringify(filterQuery(filters))
  const [asked, setAsked] = useState<'assign' | 'close' | null>(null)
  const { keys, select } = useSelectedHere(`${drillPath} ${filteredBy}`)
  const selected = useMemo(() => [...keys].map(Number), [keys])
  const list = useList({
    key: useMemo(() => ['alerts', survey, drillPath, component], [survey, drillPath, component]),
    name,
    load: (query, signal) => loadAlerts(source, query, filterQuery(filters), signal),
    filteredBy,
    isPaged: true,
  })
  const answer = list.query.data?.answer
  const links = useAlertLinks(list.query.data?.rows)
  const columns = useAlertColumns(answer?.rankingData ?? nothing, filters)
  const selection = useMemo(() => {
    if (!rights.canHandleAlerts) return undefined
    return { keys, onChange: select, actions: <BulkActions count={keys.size} onAsk={setAsked} /> }
  }, [rights.canHandleAlerts, keys, select])
  const heading = title || t('title')
  const done = () => {
    select(new Set())
    return refreshAround(queryClient, survey)
  }
  return (
    <CellWordsContext value={words}>
      <TablePanel>
        <FilterBar filters={filters} onChange={setFilters} counts={answer?.counts} />
        <DataTable
          id={id}
          title={heading}
          fileName={`${text(surveyTitle)} ${heading}`}
          list={list}
          columns={columns}
          ownOrder={{ by: source.sortBy, desc: source.sortDesc }}
          selection={selection}
          suggest={useMemo(
            () => ({
              key: ['alerts', survey, drillPath, component],
              async load(term: string, signal: AbortSignal) {
                const params = { survey, component, drillPath }
                return (await call(suggestAlerts, { params, query: { term } }, { signal })).suggestions
              },
            }),
            [survey, drillPath, component],
          )}
          reports={useAlertReports(source.component, filters)}
          empty={<NoAlerts filters={filters} onChange={setFilters} />}
          keyOf={keyOf}
          {...links}
        />
      </TablePanel>
      <AssignDialog
        opened={asked === 'assign'}
        survey={survey}
        alertIds={selected}
        onClose={() => setAsked(null)}
        onAssigned={done}
      />
      <CloseDialog
        opened={asked === 'close'}
        survey={survey}
        alertIds={selected}
        onClose={() => setAsked(null)}
        onClosed={done}
      />
    </CellWordsContext>
  )
}

/** Cells of alerts have no details of their own. */
const noDetails = () => undefined

/** The columns of alerts: the state is shown at every width, and the order by due time says where closed ones are. */
function useAlertColumns(ranking: Pick<RankingData, 'headers' | 'nameCount'>, { states, overdue }: AlertFilters) {
  const t = useTexts()
  const columns = useRankingColumns({ ranking, onDetails: noDetails })
  const areMixed = !overdue && (states.length === 0 || (states.length > 1 && states.includes('closed')))
  return useMemo(
    () =>
      columns.map((column) => ({
        ...column,
        underName: column.id === 'state',
        orderNote: column.id === 'due' && areMixed ? t('closedLast') : undefined,
      })),
    [columns, areMixed, t],
  )
}

/** The selected rows; those of another place or filter are not selected any more, since nobody sees them. */
function useSelectedHere(here: string) {
  const [chosen, setChosen] = useState<{ at: string; keys: ReadonlySet<Key> }>({ at: here, keys: new Set() })
  const keys = useMemo(() => (chosen.at === here ? chosen.keys : new Set<Key>()), [chosen, here])
  const select = useCallback((next: ReadonlySet<Key>) => setChosen({ at: here, keys: next }), [here])
  return { keys, select }
}

/** Where the rows lead; an alert knows the others that the list showed. */
function useAlertLinks(rows: readonly RankingRow[] = []) {
  const t = useTexts()
  const go = useGo()
  const { survey } = usePlace()
  const lockOf = useCallback((row: RankingRow) => (row.accessAllowed ? null : t('noAccess')), [t])
  const hrefOf = useCallback(
    (row: RankingRow) => (row.accessAllowed && row.alertId !== null ? paths.alert(survey, row.alertId) : null),
    [survey],
  )
  const onOpen = useCallback(
    (row: RankingRow) => {
      const href = hrefOf(row)
      const alertIds = rows.flatMap(({ alertId, accessAllowed }) =>
        accessAllowed && alertId !== null ? [alertId] : [],
      )
      if (href !== null) go(href, { state: { alertIds } })
    },
    [go, hrefOf, rows],
  )
  return { lockOf, hrefOf, onOpen }
}

/** What can be done with the selected alerts. */
function BulkActions({ count, onAsk }: { count: number; onAsk: (action: 'assign' | 'close') => void }) {
  const t = useTexts()
  const format = useFormat()
  if (count > maxNamedAlerts) return <span>{t('tooMany', { most: format.number(maxNamedAlerts) })}</span>
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUserShare size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => onAsk('assign')}
      >
        {t('assign')}
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconCircleCheck size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => onAsk('close')}
      >
        {t('closeSelected')}
      </Button>
    </>
  )
}
