import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useCallback } from 'react'
import type { ReactNode } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useGo } from '#web/lib/use-go.ts'
import { usePreference } from '#web/lib/use-preference.ts'
import { DataCard } from '../data-card.tsx'
import { Loading } from '../states/loading.tsx'
import { Empty } from '../states/states.tsx'
import { useIsAway } from '../states/use-away.ts'
import type { Column, LeadColumn, RowBehaviour, Selection, Sorting } from './columns.ts'
import { DataGrid } from './data-grid.tsx'
import type { Suggest } from './filter-box.tsx'
import classes from './data-table.module.css'
import { SelectionBar } from './selection-bar.tsx'
import { useSelectionLead } from './selection-lead.tsx'
import type { ShownTable, TableFormat, TableReports } from './table-exports.ts'
import { useTexts } from './texts.ts'
import { Toolbar } from './toolbar.tsx'
import type { Density } from './toolbar.tsx'
import { useColumnChoice } from './use-column-choice.ts'
import type { List, ListAnswer } from './use-list.ts'
import { useMatchingRows } from './use-matching-rows.ts'
import { useTableSaving } from './use-table-saving.ts'

// Lists that are shown as a whole have no pages.
const Pager = onDemand(async () => (await import('./pager.tsx')).Pager)

interface Props<Row> extends RowBehaviour<Row> {
  /** Name of the table: its columns, its scroll and its entry in a page's download menu are remembered under it. */
  id: string
  title: string
  /** Name of the saved file; the title by default. */
  fileName?: string
  list: List<ListAnswer<Row>>
  /** The columns in the order shown, the naming column first. */
  columns: readonly Column<Row>[]
  lead?: LeadColumn<Row>
  /** Makes rows selectable; the checkboxes take the place of the leading column. */
  selection?: Selection
  /** Tools of this list, such as menus that filter it. */
  tools?: ReactNode
  /** How the server sorts by default. */
  ownOrder: Sorting
  /** The total of all rows, shown last with the word Total in its first column. */
  total?: Row | null
  /** A note above the rows, such as why some are left out. */
  before?: ReactNode
  /** A bar below the rows that stays in sight, such as with what can be done with all of them. */
  foot?: ReactNode
  /** Shown when the list has no rows; a general sentence by default. */
  empty?: ReactNode
  /**
   * Has the server make the file where the table shows only some of the rows; must stay the same object. `none` for a
   * table that cannot be saved.
   */
  reports?: TableReports | 'none'
  /** Offers texts of the rows while something is typed into the search. */
  suggest?: Suggest
  /** Has the server make every file of the table, such as one it opens by an address. */
  download?: (format: TableFormat, shown: ShownTable) => Promise<void>
  /** Shown instead of the table and its tools when the reader may not see the rows. */
  refusal?: ReactNode
}

const nothing: readonly never[] = []

const readDensity = (stored: unknown): Density | null => (stored === 'dense' || stored === 'roomy' ? stored : null)

/**
 * Any list, with its tools: search, column chooser, density, file, sorting, pages, and the states a list can be in
 * (loading, empty, nothing found, no access, failed, too slow). The server sorts and pages; of a list shown as a whole
 * the browser searches the names. On narrow screens a row expands to show the columns that have no room.
 *
 * The grid knows rows only through their columns and `RowBehaviour`. A list that is there as a whole is sorted and paged
 * in the browser with `useLocalList` (decision 007). A selection is a set of keys, which stays while pages are turned.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { id, title, list, columns, lead, ownOrder, total = null, refusal, selection, hrefOf, onOpen } = props
  const { query, search, setSearch, page, term, setTerm, isSearchedThere } = list
  const t = useTexts()
  const go = useGo()
  const isNarrow = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false })
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const [chosenDensity, setDensity] = usePreference('table.density', readDensity, { everywhere: true })
  const density = chosenDensity ?? (isTouch ? 'roomy' : 'dense')

  const { rows, total: count, isPage } = query.data ?? { rows: nothing, total: 0, isPage: false }
  const isKnown = columns.some((column) => column.sortBy !== undefined && column.sortBy === search.sortBy)
  const sorting: Sorting = {
    by: isKnown ? (search.sortBy ?? null) : ownOrder.by,
    desc: search.sortDesc ?? ownOrder.desc,
  }
  const choice = useColumnChoice(id, columns, sorting.by, isNarrow)
  const matching = useMatchingRows(rows, columns, isSearchedThere ? '' : term)
  const selectionLead = useSelectionLead(matching, columns, props.keyOf, selection)
  const { formats, saving } = useTableSaving({
    id,
    title,
    fileName: props.fileName ?? title,
    lead,
    columns: choice.chosen,
    rows: matching,
    list,
    total,
    reports: props.reports,
    download: props.download,
  })

  const open = useCallback(
    (row: Row) => {
      const href = hrefOf?.(row) ?? null
      if (onOpen !== undefined) onOpen(row)
      else if (href !== null) go(href)
    },
    [hrefOf, onOpen, go],
  )
  function sort({ sortBy, descFirst }: Column<Row>): void {
    const isSorted = sorting.by === sortBy
    setSearch({ page: undefined, sortBy, sortDesc: isSorted ? !sorting.desc : descFirst === true })
  }

  function body(): ReactNode {
    if (refusal != null) return refusal
    if (rows.length === 0 && term.trim() === '') return props.empty ?? <Empty />
    if (matching.length === 0) {
      const action = { text: t('clearFilter'), run: () => setTerm('') }
      return <Empty title={t('noMatch', { term: term.trim() })} action={action} compact />
    }
    return (
      <>
        {props.before}
        {selection !== undefined && <SelectionBar selection={selection} />}
        <DataGrid
          id={id}
          label={title}
          rows={matching}
          lead={selectionLead ?? lead}
          columns={choice.fitting}
          under={choice.under}
          folded={choice.folded}
          total={total}
          isFiltered={term.trim() !== ''}
          rowsKey={query.isPlaceholderData ? '' : `${list.place} ${page} ${sorting.by} ${sorting.desc}`}
          sorting={sorting}
          rowHeight={density === 'dense' ? 36 : 44}
          onSort={sort}
          onOpen={open}
          keyOf={props.keyOf}
          hrefOf={hrefOf}
          lockOf={props.lockOf}
          leadsDown={props.leadsDown}
        />
        {isPage && (
          <Suspense fallback={<div style={{ height: 49 }} />}>
            <Pager
              page={page}
              size={list.size}
              sizes={list.sizes}
              total={count}
              onPage={(next) => setSearch({ page: next })}
              onSize={list.setSize}
            />
          </Suspense>
        )}
        {props.foot != null && <div className={classes['foot']}>{props.foot}</div>}
      </>
    )
  }

  const orderNote = columns.find((column) => column.sortBy !== undefined && column.sortBy === sorting.by)?.orderNote
  function status(): string {
    if (list.isSearching) return t('searching')
    const isWhole = term.trim() === '' || isSearchedThere
    const number = isWhole ? t('results', { count }) : t('resultsOf', { shown: matching.length, count })
    return orderNote === undefined || matching.length === 0 ? number : `${number} · ${orderNote}`
  }

  const isAway = useIsAway(query)
  const hasTools = query.data !== undefined && refusal == null && !isAway
  const tools = (
    <Toolbar
      more={props.tools}
      term={term}
      onTerm={setTerm}
      suggest={props.suggest}
      columns={choice}
      density={density}
      onDensity={setDensity}
      formats={formats}
      onSave={(format) => saving.mutate(format)}
      isSaving={saving.isPending}
    />
  )
  return (
    <DataCard
      flush
      title={title}
      subtitle={hasTools ? <span role="status">{status()}</span> : undefined}
      actions={hasTools ? tools : undefined}
      query={list.isPolled ? { ...query, isRefetching: false } : query}
      height={440}
      loading={
        <div style={{ padding: 16 }}>
          <Loading lines={11} height={440} />
        </div>
      }
    >
      {body}
    </DataCard>
  )
}
