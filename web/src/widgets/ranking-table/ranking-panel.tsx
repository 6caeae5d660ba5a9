import { useCallback, useMemo, useState } from 'react'
import type { RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import type { InterviewList } from '#web/lib/interview-list.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath, useHrefAt, usePlace } from '#web/lib/place.ts'
import type { Place } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useScreenName } from '#web/lib/shown-page.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import type { LeadColumn } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { NoAccess } from '#web/ui/states/states.tsx'
import { useDistributionDialog } from '#web/widgets/distribution/use-distribution-dialog.tsx'
import { NoData } from '#web/widgets/no-data.tsx'
import type { DetailsOf } from './cell-details.tsx'
import { CellWordsContext, useTableWords } from './cell-words.ts'
import { LitsLegend } from './lits.tsx'
import { RankCell, hasMoved } from './rank-cell.tsx'
import { useRankWords } from './rank-words.ts'
import classes from './ranking-panel.module.css'
import { loadRanking } from './ranking-source.ts'
import type { RankingSource } from './ranking-source.ts'
import { rowTarget } from './row-target.ts'
import { SignsLegend } from './signs-legend.tsx'
import { useTexts } from './texts.ts'
import { useFigureCells } from './use-figure-cells.ts'
import { useRankingColumns } from './use-ranking-columns.tsx'
import { useRankingReports } from './use-ranking-reports.ts'

// Loaded on demand, because few cells have details.
const CellDetailsDialog = whenOpened(() => import('./cell-details.tsx').then((file) => file.CellDetailsDialog))

interface Props {
  id: string
  /** What it is called; by default what its rows are. */
  title?: string
  source: RankingSource
  /** The server's sort direction when the URL has none. */
  sortDesc: boolean
  /** Whether its rows are single responses at every level. */
  isOfCases?: boolean
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

/** The Total's other fields: it is no unit and no response, and opens nothing. */
const noRow: Omit<RankingRow, 'cells'> = {
  rankTarget: null,
  accessAllowed: true,
  interviewId: null,
  isComplete: false,
  alertId: null,
  drillPath: null,
}

/** True where the rows are single responses: at the last level of the view, or in a survey without levels. */
function isLeafPlace({ view, views, place }: Place): boolean {
  const levels = views.find((one) => one.extName === view)?.levels ?? []
  return place.length >= levels.length
}

/** Name of the column with the number of answers. */
const answersName = 'n'

/** True when no unit of a table has an answer; other cells may count something else, such as who was asked. */
function hasNoAnswers({ headers, rows, leafRows }: RankingData): boolean {
  const answers = headers.find(({ value }) => value === answersName)
  if (!leafRows && answers !== undefined && rows.length > 0)
    return rows.every(({ cells }) => cells[answers.cellIndex]?.value === 0)
  const counts = rows.flatMap((row) => row.cells.flatMap((cell) => (cell.n === undefined ? [] : [cell.n])))
  const isSuppressed = rows.some((row) => row.cells.some((cell) => cell.suppressed === true))
  return !leafRows && !isSuppressed && counts.length > 0 && counts.every((count) => count === 0)
}

/** True when a unit has no rank although it has a value: too few answers are behind it. */
function hasUnranked({ rows, headers, rankingVar }: RankingData): boolean {
  const header = headers.find(({ value }) => value === rankingVar)
  if (header === undefined) return false
  return rows.some(({ cells, rankTarget }) => rankTarget === null && cells[header.cellIndex]?.value != null)
}

/** True when a ball is of few answers. */
function hasFewBalls({ rows }: RankingData): boolean {
  return rows.some(({ cells }) => cells.some(({ balls = [] }) => balls.some(({ few }) => few === true)))
}

/** The title of the column that units are ranked by. */
function rankedTitle({ headers, rankingVar }: RankingData, text: ReturnType<typeof useLocalText>): string {
  return text(headers.find(({ value }) => value === rankingVar)?.text)
}

/** Width of the ranks where some have a sign of how far they moved, in pixels. */
const movedWidth = 84

const keyOf = (row: RankingRow, index: number): React.Key => row.drillPath ?? row.interviewId ?? index

/** Where the rows lead: down to a place on the same screen, or to a screen of their own; or why nowhere. */
function useRowLinks(screen: string, listOf: (row: RankingRow) => InterviewList | undefined) {
  const t = useTexts()
  const go = useGo()
  const reach = useReach()
  const { rights } = useSurveyStart()
  const place = usePlace()
  const change = useChangePath()
  const { survey } = place
  const levels = place.views.find((one) => one.extName === place.view)?.levels ?? []
  // Below the last level of an anonymous survey there is nothing to see.
  const isLast = !rights.canViewInterviews && place.place.length === levels.length - 1
  const hrefAt = useHrefAt()
  const hrefOf = useCallback(
    (row: RankingRow) => {
      const target = rowTarget(row, survey, screen)
      if (target === null || (target.kind === 'drill' && isLast)) return null
      if (target.kind === 'drill') return hrefAt(target.drillPath)
      return reach(target.href) === null ? target.href : null
    },
    [survey, screen, hrefAt, isLast, reach],
  )
  const lockOf = useCallback(
    (row: RankingRow) => {
      const target = rowTarget(row, survey, screen)
      if (target?.kind === 'screen') return reach(target.href)
      return target !== null && isLast ? t('anonymousUnit') : null
    },
    [survey, screen, isLast, reach, t],
  )
  const onOpen = useCallback(
    (row: RankingRow) => {
      const target = rowTarget(row, survey, screen)
      if (target?.kind === 'screen') go(target.href, { state: { interviewList: listOf(row) } })
      if (target?.kind === 'drill') void change(target.drillPath).catch(notifyError)
    },
    [survey, screen, listOf, go, change],
  )
  const leadsDown = useCallback(
    (row: RankingRow) => row.interviewId === null && row.drillPath !== null && hrefOf(row) !== null,
    [hrefOf],
  )
  return { hrefOf, onOpen, lockOf, leadsDown }
}

/** A ranking with its tools: units ranked by a column, or at the last level single responses in pages. */
export function RankingPanel({ id, title = '', source, sortDesc, isOfCases = false }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const words = useTableWords()
  const format = useFormat()
  const start = useSurveyStart()
  const place = usePlace()
  const { survey, drillPath } = place
  const screen = useScreenName()
  const [details, setDetails] = useState<DetailsOf | null>(null)
  const hasCases = isOfCases || isLeafPlace(place)
  const list = useList({
    key: ['ranking', survey, drillPath, ...source.key],
    load: (query, signal) => loadRanking(source, query, signal),
    isPaged: hasCases,
  })
  const ranking = list.query.data?.ranking ?? nothing
  const { asked, query, page, size } = list
  const { rowsOf } = source
  const listOf = useCallback(
    (row: RankingRow): InterviewList | undefined => {
      const index = query.data?.rows.indexOf(row) ?? -1
      if (row.interviewId === null || index < 0) return undefined
      const { sortVar, sortDesc, filter } = asked
      return { source: { ...rowsOf, drillPath, sortVar, sortDesc, filter }, position: page * size + index }
    },
    [rowsOf, drillPath, asked, page, size, query.data],
  )
  const onDetails = useCallback(
    (row: RankingRow, header: RankingHeader) => {
      if (row.interviewId === null || header.detailsVariable === null) return
      setDetails({ sampleId: row.interviewId, detailsVariable: header.detailsVariable, title: text(header.text) })
    },
    [text],
  )
  const { open: openDistribution, dialog: distribution } = useDistributionDialog()
  const onDistribution = useCallback(
    (row: RankingRow) => {
      const others = ranking.headers.flatMap(({ value, text: title, hasDistribution }) =>
        hasDistribution === true ? [{ name: value, title: text(title) }] : [],
      )
      const first = others.find(({ name }) => name === ranking.rankingVar) ?? others[0]
      if (!first || row.drillPath === null) return
      const unit = row.cells[0]?.text ?? ''
      openDistribution({ name: first.name, title: unit || first.title, others, drillPath: row.drillPath })
    },
    [ranking, openDistribution, text],
  )
  const { onFigure, dialog: figure } = useFigureCells(ranking)
  const columns = useRankingColumns({
    ranking,
    onDetails,
    onFigure,
    onDistribution: ranking.leafRows ? undefined : onDistribution,
  })
  const rankWords = useRankWords(ranking)
  const rank = useMemo(
    (): LeadColumn<RankingRow> => ({
      title: t('rank'),
      short: '#',
      text: (row) => String(row.rankTarget ?? ''),
      cell: (row) => <RankCell row={row} words={rankWords} />,
      width: ranking.rows.some(hasMoved) ? movedWidth : undefined,
    }),
    [t, rankWords, ranking.rows],
  )
  const total = useMemo(() => (ranking.footer === null ? null : { ...noRow, ...ranking.footer }), [ranking.footer])
  const links = useRowLinks(screen, listOf)
  const counted = text(list.query.data?.title)
  const isOfInterviews = list.query.data?.ranking.leafRows ?? hasCases
  const plain = title || t(isOfInterviews ? 'reportInterviews' : 'title')
  const heading = counted === '' ? plain : t('casesOf', { title: counted })
  const reports = useRankingReports(rowsOf, isOfInterviews)
  const mayNotSee = ranking.leafRows && ranking.rows.length === 0 && (!start.named || !start.rights.canViewInterviews)
  return (
    <CellWordsContext value={words}>
      <DataTable
        id={`${id}.${ranking.leafRows ? 'rows' : 'units'}`}
        title={heading}
        fileName={`${text(start.survey.title)} ${heading}`}
        list={list}
        columns={columns}
        lead={ranking.rankingVar === null ? undefined : rank}
        ownOrder={{ by: ranking.rankingVar, desc: sortDesc }}
        total={total}
        reports={reports}
        before={
          <>
            {hasNoAnswers(ranking) && <NoData compact />}
            {ranking.headers.some((header) => header.renderType === 'lits') && (
              <LitsLegend hasFew={hasFewBalls(ranking)} />
            )}
            <SignsLegend rows={ranking.rows} />
            {hasUnranked(ranking) && (
              <p className={classes['leftOut']}>{t('noRank', { min: format.number(ranking.rankFrom ?? 0) })}</p>
            )}
            {ranking.rows.some((row) => row.joined !== undefined) && (
              <p className={classes['leftOut']}>{t('joined')}</p>
            )}
            {ranking.isShrunk === true && (
              <p className={classes['leftOut']}>{t('shrunk', { title: rankedTitle(ranking, text) })}</p>
            )}
            {ranking.leftOut !== null && <p className={classes['leftOut']}>{text(ranking.leftOut)}</p>}
          </>
        }
        empty={<NoData />}
        refusal={mayNotSee ? <NoAccess>{t(start.named ? 'noInterviews' : 'anonymous')}</NoAccess> : undefined}
        keyOf={keyOf}
        {...links}
        lockOf={(row) => (row.accessAllowed ? links.lockOf(row) : words.noAccess)}
      />
      <CellDetailsDialog
        opened={details !== null}
        survey={survey}
        screen={screen}
        of={details}
        onClose={() => setDetails(null)}
      />
      {distribution}
      {figure}
    </CellWordsContext>
  )
}
