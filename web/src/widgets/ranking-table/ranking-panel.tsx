import { useMediaQuery } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath, usePlace, withDrillPath } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { Empty, NoAccess } from '#web/ui/states/states.tsx'
import { NoData } from '../no-data.tsx'
import { useTableExport } from '../table-exports.ts'
import { usePreference } from '../use-preference.ts'
import { WidgetFrame } from '../widget-frame.tsx'
import type { DetailsOf } from './cell-details.tsx'
import type { Sorting } from './head-cell.tsx'
import { pageSizes, type PageSize } from './page-sizes.ts'
import { RankingGrid } from './ranking-grid.tsx'
import type { RankingSource } from './ranking-source.ts'
import { rowTarget } from './row-target.ts'
import classes from './ranking-panel.module.css'
import { useTexts } from './texts.ts'
import { Toolbar, type Density } from './toolbar.tsx'
import { useColumns } from './use-columns.ts'
import { useRankingQuery } from './use-ranking-query.ts'
import { useTableFile } from './use-table-file.ts'
import { useTableModel } from './use-table-model.ts'
import { useTableSearch } from './use-table-search.ts'

// Only lists of single responses have pages, and few cells have details.
const Pager = lazy(async () => ({ default: (await import('./pager.tsx')).Pager }))
const CellDetailsDialog = whenOpened(() => import('./cell-details.tsx').then((file) => file.CellDetailsDialog))

interface Props {
  id: string
  title: string
  source: RankingSource
  /** Direction the server sorts in when the address says none. */
  sortDesc: boolean
}

const nothing: RankingData = {
  headers: [],
  nameCount: 0,
  rows: [],
  footer: null,
  rankingVar: null,
  leafRows: false,
  totalNumberRows: 0,
  leftOut: null,
}

const readSize = (stored: unknown): PageSize => pageSizes.find((size) => size === stored) ?? 50
const readDensity = (stored: unknown): Density | null => (stored === 'dense' || stored === 'roomy' ? stored : null)

/** How the table is sorted: as the address says where the table has that column, else as the server ranked it. */
function sortingOf(ranking: RankingData, sortBy: string | undefined, desc: boolean): Sorting {
  const isKnown = ranking.headers.some((header) => header.value === sortBy)
  return { by: isKnown ? (sortBy ?? null) : ranking.rankingVar, desc }
}

/** True when no cell of a table of units has an answer behind it. */
function hasNoAnswers({ rows, leafRows }: RankingData): boolean {
  const counts = rows.flatMap((row) => row.cells.flatMap((cell) => (cell.n === undefined ? [] : [cell.n])))
  const isSuppressed = rows.some((row) => row.cells.some((cell) => cell.suppressed === true))
  return !leafRows && !isSuppressed && counts.length > 0 && counts.every((count) => count === 0)
}

/** A ranking with its tools: units ranked by a column, or at the last level single responses in pages. */
export function RankingPanel({ id, title, source, sortDesc }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const go = useGo()
  const { survey, drillPath } = usePlace()
  const start = useSurveyStart()
  const change = useChangePath()
  const { pageId } = useParams({ strict: false })
  const pathname = useLocation({ select: (location) => location.pathname })
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const isNarrow = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false })
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const [search, setSearch] = useTableSearch()
  const [size, setSize] = usePreference('table.rows', readSize, { everywhere: true })
  const [density, setDensity] = usePreference('table.density', readDensity, { everywhere: true })
  const [term, setTerm] = useState('')
  const [details, setDetails] = useState<DetailsOf | null>(null)
  const [typedAt, setTypedAt] = useState(drillPath)
  if (typedAt !== drillPath) {
    setTypedAt(drillPath)
    setTerm('')
  }

  const { answer, query, isLeaf, page, isAskedFor, isSearching } = useRankingQuery(source, search, size, term)
  const ranking = answer.data?.rankingData ?? nothing
  const sorting = sortingOf(ranking, search.sortBy, search.sortDesc ?? sortDesc)
  const columns = useColumns(id, ranking, sorting.by, isNarrow)
  const model = useTableModel(ranking, { shown: columns.fitting, term: isAskedFor ? '' : term })
  const hasRank = ranking.rankingVar !== null
  const seen = ranking.headers.filter((header) => columns.chosen.has(`${header.value} ${header.cellIndex}`))
  const save = useTableFile({
    title: `${text(start.survey.title)} ${title}`,
    ranking,
    columns: seen,
    rows: model.rows,
    hasRank,
    source,
    query,
  })
  const saving = useMutation({ mutationFn: save })
  useTableExport(id, title, save)

  const screen = pageId ?? 'ranking'
  const hrefOf = useCallback(
    (row: RankingRow) => {
      const target = rowTarget(row, survey, screen)
      if (target === null) return null
      return target.kind === 'screen' ? target.href : withDrillPath(pathname, searchStr, target.drillPath)
    },
    [survey, screen, pathname, searchStr],
  )
  const open = useCallback(
    (row: RankingRow) => {
      const target = rowTarget(row, survey, screen)
      if (target?.kind === 'screen') go(target.href)
      if (target?.kind === 'drill') void change(target.drillPath).catch(notifyError)
    },
    [survey, screen, go, change],
  )
  const sort = (header: RankingHeader) => {
    const isSorted = sorting.by === header.value
    const isFigure = header.renderType === 'number' || header.value === 'eventdate' || header.value === 'date'
    setSearch({ page: undefined, sortBy: header.value, sortDesc: isSorted ? !sorting.desc : isFigure })
  }
  const showDetails = useCallback(
    (row: RankingRow, header: RankingHeader) => {
      if (row.interviewId === null || header.detailsVariable === null) return
      setDetails({ sampleId: row.interviewId, detailsVariable: header.detailsVariable, title: text(header.text) })
    },
    [text],
  )

  const total = ranking.totalNumberRows
  const shown = isAskedFor ? total : model.rows.length
  const isCut = !ranking.leafRows && total > ranking.rows.length
  const count =
    term.trim() === '' || isAskedFor ? t('results', { count: total }) : t('resultsOf', { shown, count: total })
  const mayNotSee = ranking.leafRows && ranking.rows.length === 0 && (!start.named || !start.rights.canViewInterviews)
  const toolbar = (
    <Toolbar
      term={term}
      onTerm={(next) => {
        setTerm(next)
        if (isLeaf && page > 0) setSearch({ page: undefined })
      }}
      columns={columns}
      density={density ?? (isTouch ? 'roomy' : 'dense')}
      onDensity={setDensity}
      onSave={() => saving.mutate()}
      isSaving={saving.isPending}
    />
  )

  function body(): React.ReactNode {
    if (mayNotSee) return start.named ? <NoAccess>{t('noInterviews')}</NoAccess> : <NoAccess>{t('anonymous')}</NoAccess>
    if (ranking.rows.length === 0 && term.trim() === '') return <NoData />
    if (model.rows.length === 0) {
      return (
        <Empty
          title={t('noMatch', { term: term.trim() })}
          action={{ text: t('clearFilter'), run: () => setTerm('') }}
          compact
        />
      )
    }
    return (
      <>
        {hasNoAnswers(ranking) && <NoData compact />}
        {ranking.leftOut !== null && <p className={classes['leftOut']}>{text(ranking.leftOut)}</p>}
        <RankingGrid
          id={id}
          label={title}
          rows={model.rows}
          columns={model.columns}
          folded={columns.folded}
          footer={ranking.footer}
          hasRank={hasRank}
          rowsKey={answer.isPlaceholderData ? '' : `${drillPath} ${page} ${sorting.by} ${sorting.desc}`}
          sorting={sorting}
          rowHeight={(density ?? (isTouch ? 'roomy' : 'dense')) === 'dense' ? 36 : 44}
          onSort={sort}
          hrefOf={hrefOf}
          onOpen={open}
          onDetails={showDetails}
        />
        {isCut && (
          <p className="gv-quiet" style={{ margin: 0, padding: '8px 16px' }}>
            {t('cut', { shown: ranking.rows.length, count: total })}
          </p>
        )}
        {ranking.leafRows && (
          <Suspense fallback={<div style={{ height: 49 }} />}>
            <Pager
              page={page}
              size={size}
              total={total}
              onPage={(next) => setSearch({ page: next })}
              onSize={(next) => {
                setSize(next)
                setSearch({ page: undefined })
              }}
            />
          </Suspense>
        )}
      </>
    )
  }

  return (
    <WidgetFrame
      flush
      title={title}
      subtitle={
        answer.data !== undefined && !mayNotSee ? (
          <span role="status">{isSearching ? t('searching') : count}</span>
        ) : undefined
      }
      actions={answer.data !== undefined && !mayNotSee ? toolbar : undefined}
      query={answer}
      height={440}
      loading={
        <div style={{ padding: 16 }}>
          <Loading lines={11} height={440} />
        </div>
      }
    >
      {() => (
        <>
          {body()}
          <CellDetailsDialog
            opened={details !== null}
            survey={survey}
            screen={screen}
            of={details}
            onClose={() => setDetails(null)}
          />
        </>
      )}
    </WidgetFrame>
  )
}
