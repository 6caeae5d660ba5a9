import { useCallback, useMemo, useState } from 'react'
import type { Key } from 'react'
import type { RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { usePlace } from '#web/lib/place.ts'
import { useScreenName } from '#web/lib/shown-page.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import { NoAccess } from '#web/ui/states/states.tsx'
import { NoData } from '#web/widgets/no-data.tsx'
import type { DetailsOf } from '#web/widgets/ranking-table/cell-details.tsx'
import { CellWordsContext, useTableWords } from '#web/widgets/ranking-table/cell-words.ts'
import { TablePanel } from '#web/widgets/ranking-table/table-panel.tsx'
import { useRankingColumns } from '#web/widgets/ranking-table/use-ranking-columns.tsx'
import { ActionRow } from './action-row.tsx'
import { AnonymousMailBar } from './anonymous-mail-bar.tsx'
import { DeleteAll } from './delete-all.tsx'
import { MailBar } from './mail-bar.tsx'
import { PeriodNote } from './period-note.tsx'
import { RowMenu } from './row-menu.tsx'
import { componentName, loadSamples } from './sample-source.ts'
import type { SampleSource } from './sample-source.ts'
import classes from './sample-table.module.css'
import { useTexts } from './texts.ts'
import { useRowActions } from './use-row-actions.ts'
import { useSampleLinks } from './use-sample-links.ts'
import { useSampleReports } from './use-sample-reports.ts'
import { useSuggest } from './use-suggest.ts'

// Loaded on demand: few cells have details, and few rows are edited.
const CellDetailsDialog = whenOpened(() =>
  import('#web/widgets/ranking-table/cell-details.tsx').then((file) => file.CellDetailsDialog),
)
const EditorDialog = whenOpened(() => import('./editor-dialog.tsx').then((file) => file.EditorDialog))

interface Props {
  id: string
  /** What it is called; "Samples" by default. */
  title?: string
  source: SampleSource
}

const nothing: Pick<RankingData, 'headers' | 'nameCount' | 'rows'> = { headers: [], nameCount: 0, rows: [] }

const keyOf = (row: RankingRow, index: number): Key => row.interviewId ?? index

/** A table of samples with its actions, or why the reader may not see samples. */
export function SamplePanel(props: Props) {
  const t = useTexts()
  const { named, rights } = useSurveyStart()
  if (rights.canViewSamples && named) return <Panel {...props} />
  const { mailActions } = props.source.options
  const mayWrite = !named && rights.canViewSamples && rights.canAdministrate && mailActions.length > 0
  return (
    <Card title={props.title || t('title')}>
      <NoAccess>{named ? undefined : t('anonymous')}</NoAccess>
      {mayWrite && <AnonymousMailBar actions={mailActions} />}
    </Card>
  )
}

function Panel({ id, title = '', source }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const words = useTableWords()
  const start = useSurveyStart()
  const { survey, drillPath } = usePlace()
  const screen = useScreenName()
  const { options } = source
  const component = componentName(source)
  const [details, setDetails] = useState<DetailsOf | null>(null)
  const [edited, setEdited] = useState<number | null>(null)
  // Rows of another place are not selected any more.
  const [chosen, setChosen] = useState<{ at: string; keys: ReadonlySet<Key> }>({ at: drillPath, keys: new Set() })
  const keys = useMemo(() => (chosen.at === drillPath ? chosen.keys : new Set<Key>()), [chosen, drillPath])
  const select = useCallback((next: ReadonlySet<Key>) => setChosen({ at: drillPath, keys: next }), [drillPath])
  const selected = useMemo(() => [...keys].map(Number), [keys])

  const { rowsPerPage, rowsPerPageOptions } = options
  const list = useList({
    key: useMemo(() => ['samples', survey, drillPath, component], [survey, drillPath, component]),
    load: (query, signal) => loadSamples(source, query, signal),
    isPaged: true,
    pages: useMemo(
      () => ({ id, size: rowsPerPage, options: rowsPerPageOptions }),
      [id, rowsPerPage, rowsPerPageOptions],
    ),
  })
  const answer = list.query.data?.answer
  const viewCompletedSamples = answer?.viewCompletedSamples ?? false
  const { onOpenInterview, ...links } = useSampleLinks({ source, list, screen, viewCompletedSamples })
  const rowActions = useRowActions({ options, viewCompletedSamples, screen, onOpenInterview, onEdit: setEdited })
  const onDetails = useCallback(
    (row: RankingRow, header: RankingHeader) => {
      if (row.interviewId === null || header.detailsVariable === null) return
      setDetails({ sampleId: row.interviewId, detailsVariable: header.detailsVariable, title: text(header.text) })
    },
    [text],
  )
  const figures = useRankingColumns({ ranking: answer?.rankingData ?? nothing, onDetails })
  const columns = useMemo(
    () =>
      figures.map((column, at) => {
        if (at > 0) return column
        const aside = (row: RankingRow) => (
          <span className={classes['aside']}>
            {column.aside?.(row)}
            <RowMenu name={column.text(row)} actions={rowActions(row)} />
          </span>
        )
        return { ...column, aside }
      }),
    [figures, rowActions],
  )
  const canDeleteAll = answer?.actions.canDeleteAll === true
  const { copyActions, mailActions } = options
  const isSelectable = copyActions.length > 0 || canDeleteAll
  const selection = useMemo(
    () => (isSelectable ? { keys, onChange: select, actions: null } : undefined),
    [isSelectable, keys, select],
  )
  const heading = title || t('title')
  const clear = () => select(new Set())
  return (
    <CellWordsContext value={words}>
      <TablePanel>
        <ActionRow source={source} actions={answer?.actions} selected={selected} onCopied={clear} />
        <DataTable
          id={id}
          title={heading}
          fileName={`${text(start.survey.title)} ${heading}`}
          list={list}
          columns={columns}
          ownOrder={{ by: options.sortBy, desc: options.sortDesc }}
          selection={selection}
          suggest={useSuggest(component)}
          reports={useSampleReports(source)}
          tools={
            canDeleteAll && (
              <DeleteAll component={component} filter={list.asked.filter ?? ''} selected={selected} onDeleted={clear} />
            )
          }
          before={answer && <PeriodNote period={answer.period} />}
          foot={mailActions.length > 0 && <MailBar actions={mailActions} list={list} />}
          empty={<NoData words={{ none: t('none'), noneAt: (place) => t('noneAt', { place }) }} />}
          keyOf={keyOf}
          {...links}
        />
      </TablePanel>
      <CellDetailsDialog
        opened={details !== null}
        survey={survey}
        screen={screen}
        of={details}
        onClose={() => setDetails(null)}
      />
      <EditorDialog
        opened={edited !== null}
        survey={survey}
        component={component}
        sampleId={edited}
        onClose={() => setEdited(null)}
      />
    </CellWordsContext>
  )
}
