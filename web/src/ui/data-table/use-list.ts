import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { maxPageRows } from '@gensvar/contract/paging'
import type { pageQuery } from '@gensvar/contract/paging'
import { ApiError } from '#web/lib/api-error.ts'
import { rowsMeta } from '#web/lib/figures-shown.ts'
import { usePreference } from '#web/lib/use-preference.ts'
import type { TableSearch } from '#web/paths.ts'
import { useKeptTerm } from './use-kept-term.ts'
import { pageSizes, usualPageSize } from './page-sizes.ts'
import { useTableSearch } from './use-table-search.ts'

/** The parameters of a list's call: rows from (inclusive) and to (exclusive), sorting and a search text. */
export type ListQuery = z.input<typeof pageQuery>

/** What a list's call must return. */
export interface ListAnswer<Row> {
  rows: readonly Row[]
  /** Number of rows in all, also those not sent. */
  total: number
}

/** A list on a screen: its data, and what was requested. Made by `useList`, drawn by `DataTable`. */
export interface List<Answer extends ListAnswer<unknown>> {
  /** While new rows load, the previous ones stay (`isPlaceholderData`). */
  query: UseQueryResult<Answer & { isPage: boolean }>
  /** Identifies this list at this place. */
  place: string
  /** Page, sorted column and direction of the address, and the way to change them. */
  search: TableSearch
  setSearch: (change: TableSearch) => void
  /** Page wanted, from 0, and the rows of a page. */
  page: number
  size: number
  setSize: (size: number) => void
  /** The page sizes to choose from, ascending. */
  sizes: readonly number[]
  /** What is typed into the search. */
  term: string
  setTerm: (term: string) => void
  /** Whether the server searches; otherwise the loaded rows are searched. */
  isSearchedThere: boolean
  /** The list is loaded again now and then; meanwhile it does not look pending. */
  isPolled: boolean
  /** True until the result for the typed text has arrived. */
  isSearching: boolean
  /** What was requested: rows, sorting and search text. */
  asked: ListQuery
  /** Fetches the rows of all pages, sorted and searched as shown. */
  loadAll: () => Promise<Answer['rows']>
}

/** Page sizes of a list that has its own. */
export interface OwnPages {
  /** Name under which the reader's choice is stored, apart from that of other lists. */
  id: string
  /** Rows of a page at first. */
  size: number
  options: readonly number[]
}

interface Options<Answer> {
  /** Identifies this list at this place; another key has another search text. */
  key: readonly string[]
  /** Name of one of several tables on a page, before its page and sorting in the address. */
  name?: string
  /** The search text stands in the address, as `term`. */
  isTermInAddress?: boolean
  load: (query: ListQuery, signal?: AbortSignal) => Promise<Answer>
  /** What else the rows depend on, such as filters in the address; the search text stays when it changes. */
  filteredBy?: string
  /**
   * Paged and searched by the server; otherwise loaded as a whole and searched in the browser, unless there are more rows
   * than one answer has (1,000): then it is paged all the same.
   */
  isPaged: boolean
  /** Its own page sizes; by default those that all lists share. Must stay the same object. */
  pages?: OwnPages
  /** Loads the list again after so many ms, by what it showed last. */
  pollAfter?: (shown: Answer | undefined) => number
}

/** Rows asked for at a time for a file: fewer than `maxPageRows`, which asks for a list as a whole. */
const rowsForFile = maxPageRows / 2

/** The page sizes of a list, ascending, and the size at first. */
function sizesOf(pages: OwnPages | undefined): { sizes: readonly number[]; size: number } {
  if (pages === undefined) return { sizes: pageSizes, size: usualPageSize }
  return { sizes: [...new Set([...pages.options, pages.size])].toSorted((a, b) => a - b), size: pages.size }
}

/** The page sizes of a list, and the one that the reader chose: of its own sizes, or of those that all lists share. */
export function usePageSize(pages?: OwnPages) {
  const { sizes, size: firstSize } = useMemo(() => sizesOf(pages), [pages])
  const [size, setSize] = usePreference(
    pages === undefined ? 'table.rows' : `table.rows.${pages.id}`,
    (stored) => sizes.find((one) => one === stored) ?? firstSize,
    { everywhere: pages === undefined },
  )
  return { sizes, size, setSize }
}

/** Loads rows of a list; retries without sorting when the server does not know the column. */
export async function loadSorted<Answer>(
  load: Options<Answer>['load'],
  query: ListQuery,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    return await load(query, signal)
  } catch (error) {
    const isUnknownColumn =
      error instanceof ApiError &&
      error.code === 'validation' &&
      (error.fields['sortVar'] ?? error.fields['sortBy']) !== undefined
    if (!isUnknownColumn || query.sortVar === undefined) throw error
    return load({ ...query, sortVar: undefined, sortDesc: undefined }, signal)
  }
}

/**
 * The rows of a list that the server sorts: by the page and sorting of the address and the text typed into its search.
 */
export function useList<Answer extends ListAnswer<unknown>>({
  key,
  name,
  isTermInAddress = false,
  load,
  filteredBy = '',
  isPaged,
  pages,
  pollAfter,
}: Options<Answer>): List<Answer> {
  const place = key.join(' ')
  const [search, setSearch] = useTableSearch(name)
  const { sizes, size, setSize } = usePageSize(pages)
  const {
    term,
    setTerm,
    settled: wanted,
  } = useKeptTerm(place, isTermInAddress ? `${name === undefined ? '' : `${name}.`}term` : undefined)
  /** The place whose rows are more than one answer has. */
  const [crowded, setCrowded] = useState<string | null>(null)
  const isPage = isPaged || crowded === place
  const page = isPage ? (search.page ?? 0) : 0
  const { sortBy, sortDesc } = search
  const filter = isPage ? wanted : ''
  const asked = useMemo(
    (): ListQuery => ({
      rowFrom: page * size,
      rowTo: isPage ? (page + 1) * size : maxPageRows,
      sortVar: sortBy,
      ...(sortDesc !== undefined && { sortDesc: sortDesc ? 'true' : 'false' }),
      filter,
    }),
    [page, size, isPage, sortBy, sortDesc, filter],
  )
  const query = useQuery({
    queryKey: ['list', ...key, asked, filteredBy],
    queryFn: async ({ signal }) => ({ ...(await loadSorted(load, asked, signal)), isPage }),
    placeholderData: keepPreviousData,
    refetchInterval: pollAfter && (({ state }) => pollAfter(state.data)),
    meta: rowsMeta,
  })
  const fresh = query.isPlaceholderData ? undefined : query.data
  const overflows = fresh !== undefined && !fresh.isPage && fresh.total > fresh.rows.length
  if (overflows && crowded !== place) setCrowded(place)
  return {
    query,
    place,
    search,
    setSearch,
    page,
    size,
    sizes,
    setSize(next) {
      setSize(next)
      setSearch({ page: undefined })
    },
    term,
    setTerm(next) {
      setTerm(next)
      if (page > 0) setSearch({ page: undefined })
    },
    asked,
    isSearchedThere: isPage,
    isPolled: pollAfter !== undefined,
    isSearching: isPage && term.trim() !== asked.filter,
    async loadAll() {
      const rows: unknown[] = []
      for (;;) {
        const part = await loadSorted(load, { ...asked, rowFrom: rows.length, rowTo: rows.length + rowsForFile })
        rows.push(...part.rows)
        if (part.rows.length === 0 || rows.length >= part.total) return rows
      }
    },
  }
}
