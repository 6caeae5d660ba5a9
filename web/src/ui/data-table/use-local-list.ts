import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { maxPageRows } from '@gensvar/contract/paging'
import { currentLocale } from '#web/lib/i18n.ts'
import type { Column } from './columns.ts'
import { useKeptTerm } from './use-kept-term.ts'
import { usePageSize } from './use-list.ts'
import type { List, ListAnswer, OwnPages } from './use-list.ts'
import { useTableSearch } from './use-table-search.ts'

interface Options<Row, Data> {
  /** Identifies this list at this place; another key has another search text. */
  key: readonly string[]
  /** Name of one of several tables on a page, before its page and sorting in the address. */
  name?: string
  /** Where the rows come from. */
  query: UseQueryResult<Data>
  /** All rows in their own order; must stay the same list while they are the same. */
  rows: readonly Row[] | undefined
  /** The columns of its table: they say how it is sorted. */
  columns: readonly Column<Row>[]
  /** Shown in pages; otherwise as a whole. */
  isPaged: boolean
  /** Its own page sizes; by default those that all lists share. Must stay the same object. */
  pages?: OwnPages | undefined
}

const nothing: readonly never[] = []
const plainNumber = /^[-−]?\d[\d\s\u00a0\u202f]*([.,]\d+)?\s*%?$/

/** A text that is a number as a number, by its formatting in any of our languages; else null. */
function numberIn(text: string): number | null {
  if (!plainNumber.test(text)) return null
  return Number(text.replaceAll(/[\s%]/g, '').replace('−', '-').replace(',', '.'))
}

/** What a row is sorted by: its text, and the number it is. */
interface SortKey {
  text: string
  number: number | null
}

/** Numbers by size and before texts, texts as the language sorts them. */
function compareKeys(a: SortKey, b: SortKey, collator: Intl.Collator): number {
  if (a.number !== null && b.number !== null) return a.number - b.number
  if (a.number !== null || b.number !== null) return a.number === null ? 1 : -1
  return collator.compare(a.text, b.text)
}

/** Rows sorted by a column; without a value they come last in either direction, and those that stay last after them. */
function sortRows<Row>(rows: readonly Row[], column: Column<Row>, desc: boolean): readonly Row[] {
  const collator = new Intl.Collator(currentLocale(), { numeric: true })
  const keyed = rows.map((row) => {
    const text = column.text(row).trim()
    return { row, text, number: numberIn(text), group: column.staysLast?.(row) === true ? 2 : text === '' ? 1 : 0 }
  })
  const direction = desc ? -1 : 1
  keyed.sort((a, b) => {
    if (a.group !== b.group || a.group > 0) return a.group - b.group
    return direction * (column.compare?.(a.row, b.row) ?? compareKeys(a, b, collator))
  })
  return keyed.map(({ row }) => row)
}

/**
 * A list that the browser has as a whole: it sorts it by the column of the address, searches its texts and, where wanted,
 * shows it in pages.
 */
export function useLocalList<Row, Data>({
  key,
  name,
  query,
  rows = nothing,
  columns,
  isPaged,
  pages,
}: Options<Row, Data>): List<ListAnswer<Row>> {
  const place = key.join(' ')
  const [search, setSearch] = useTableSearch(name)
  const { sizes, size, setSize } = usePageSize(pages)
  const { term, setTerm } = useKeptTerm(place)
  const { sortBy, sortDesc = false } = search
  const sorted = useMemo(() => {
    const column = columns.find((one) => one.sortBy !== undefined && one.sortBy === sortBy)
    return column ? sortRows(rows, column, sortDesc) : rows
  }, [rows, columns, sortBy, sortDesc])
  const found = useMemo(() => {
    const wanted = term.trim().toLocaleLowerCase()
    if (wanted === '') return sorted
    return sorted.filter((row) => columns.some((column) => column.text(row).toLocaleLowerCase().includes(wanted)))
  }, [sorted, columns, term])
  // A page may be gone after rows were deleted.
  const last = Math.max(0, Math.ceil(found.length / size) - 1)
  const page = isPaged ? Math.min(search.page ?? 0, last) : 0
  const shown = useMemo(
    () => (isPaged ? found.slice(page * size, (page + 1) * size) : found),
    [found, isPaged, page, size],
  )
  const data = query.data === undefined ? undefined : { rows: shown, total: found.length, isPage: isPaged }
  return {
    // The query of the rows with the rows of this list.
    query: { ...query, data } as List<ListAnswer<Row>>['query'],
    place,
    search,
    setSearch,
    page,
    sizes,
    size,
    setSize(next) {
      setSize(next)
      setSearch({ page: undefined })
    },
    term,
    setTerm(next) {
      setTerm(next)
      if (page > 0) setSearch({ page: undefined })
    },
    asked: { rowFrom: 0, rowTo: maxPageRows },
    isSearchedThere: true,
    isPolled: false,
    isSearching: false,
    loadAll: () => Promise.resolve(found),
  }
}
