import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { TextSearchResult, TextSearchRow } from '@gensvar/contract/entities/text-analytics'
import { searchRowsPerPage } from '@gensvar/contract/widgets/text-search-params'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { usePlace } from '#web/lib/place.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { List, ListQuery } from '#web/ui/data-table/use-list.ts'
import { TablePanel } from '#web/widgets/ranking-table/table-panel.tsx'
import { Withheld } from '#web/widgets/withheld.tsx'
import { AnalysisNotes, HowJudged } from './analysis-notes.tsx'
import classes from './comments-panel.module.css'
import { NoComments } from './no-comments.tsx'
import { NoneFound } from './none-found.tsx'
import { SearchFilterBar } from './search-filters.tsx'
import { searchAnchor } from './use-comments-address.ts'
import { useCommentColumns } from './use-comment-columns.tsx'
import { filterParams, useSearchFilters } from './use-search-filters.ts'

const CommentDialog = whenOpened(() => import('./comment-dialog.tsx').then((file) => file.CommentDialog))

/** Parameters of a search, as the call takes them. */
export type SearchParams = ReturnType<typeof filterParams> & {
  term?: string
  rowFrom?: unknown
  rowTo?: unknown
  sortVar?: 'date' | 'score'
  sortDesc?: string
}

interface Props {
  /** Id of the component. */
  id: string
  title: string
  load: (params: SearchParams, signal?: AbortSignal) => Promise<TextSearchResult>
  /** Tools of this search, such as a download of what is found. */
  tools?: (found: SearchParams) => ReactNode
}

/** The page size of searches, which cannot be changed. */
const pages = { id: 'comments', size: searchRowsPerPage, options: [searchRowsPerPage] }

/** The newest first; on a phone there is room for the sentiment beside the comment, not for a column that is sorted by. */
const serverOrder = { by: null, desc: true }

const keyOf = ({ interviewId, variable }: TextSearchRow): string => `${interviewId} ${variable}`

/** The list's query as the search takes it. */
function searchParams({ filter, sortVar, sortDesc, ...rows }: ListQuery): SearchParams {
  return {
    ...rows,
    ...(filter !== '' && { term: filter }),
    ...((sortVar === 'date' || sortVar === 'score') && { sortVar, sortDesc }),
  }
}

/** Comments with what they say, to be searched, narrowed, opened and corrected; all of it in the address. */
export function CommentsPanel({ id, title, load, tools }: Props) {
  const { survey, drillPath } = usePlace()
  const [filters, setFilters] = useSearchFilters(id)
  const narrowed = filterParams(filters)
  const list = useList({
    key: useMemo(() => ['comments', survey, drillPath, id], [survey, drillPath, id]),
    name: id,
    isTermInAddress: true,
    isPaged: true,
    pages,
    filteredBy: JSON.stringify(narrowed),
    async load(query, signal) {
      const found = await load({ ...searchParams(query), ...narrowed }, signal)
      return { rows: found.rows, total: found.totalNumberRows, found }
    },
  })
  const found = list.query.data?.found
  // The row stays while its dialog closes.
  const [asked, setAsked] = useState<{ row: TextSearchRow; isOpen: boolean } | null>(null)
  const ask = useCallback((row: TextSearchRow) => setAsked({ row, isOpen: true }), [setAsked])
  const columns = useCommentColumns(found, ask)
  const links = useInterviewLinks(list)
  useScrollToAsked(searchAnchor(id), found !== undefined)
  const withheld = found?.withheld ?? null
  const isNarrowed = Object.keys(narrowed).length > 0
  const notes = found !== undefined && (
    <div className={classes['notes']}>
      <AnalysisNotes
        analysis={{ ...found.analysis, lowBase: 0 }}
        nComments={found.totalNumberRows}
        nSilent={found.nSilent}
      />
    </div>
  )
  return (
    <div id={searchAnchor(id)} className={classes['place']}>
      <TablePanel>
        {withheld === null && (
          <SearchFilterBar
            filters={filters}
            onChange={setFilters}
            categories={found?.categories ?? []}
            questions={found?.questions ?? []}
          />
        )}
        <DataTable
          id={id}
          title={title}
          list={list}
          columns={columns}
          ownOrder={serverOrder}
          tools={
            <>
              {tools?.({ ...searchParams(list.asked), ...narrowed })}
              <HowJudged analysis={found?.analysis} />
            </>
          }
          reports="none"
          refusal={withheld === null ? undefined : <Withheld why={withheld} />}
          empty={
            <>
              {isNarrowed ? (
                <NoneFound onClear={() => setFilters({ sentiment: null, category: null, questions: null })} />
              ) : (
                <NoComments />
              )}
              {notes}
            </>
          }
          before={notes}
          keyOf={keyOf}
          {...links}
        />
      </TablePanel>
      {asked !== null && (
        <CommentDialog
          key={keyOf(asked.row)}
          opened={asked.isOpen}
          row={asked.row}
          categories={found?.categories ?? []}
          canCorrect={found?.canCorrect ?? false}
          canTranslate={found?.canTranslate ?? false}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
      )}
    </div>
  )
}

/** Scrolls to a search that an address asks for, once it has something to show. */
function useScrollToAsked(anchor: string, isShown: boolean): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (isShown && hash === anchor) document.getElementById(anchor)?.scrollIntoView()
  }, [isShown, hash, anchor])
}

/** Where the rows lead: to their interviews, which know the others that were found beside them. */
function useInterviewLinks(list: List<{ rows: readonly TextSearchRow[]; total: number }>) {
  const go = useGo()
  const { survey } = usePlace()
  const rows = list.query.data?.rows
  const hrefOf = useCallback(({ interviewId }: TextSearchRow) => paths.interview(survey, interviewId), [survey])
  const onOpen = useCallback(
    (row: TextSearchRow) => {
      const ids = [...new Set((rows ?? []).map(({ interviewId }) => interviewId))]
      const position = ids.indexOf(row.interviewId)
      go(hrefOf(row), { state: { interviewList: { source: { kind: 'ids', ids }, position } } })
    },
    [go, hrefOf, rows],
  )
  return { hrefOf, onOpen }
}
