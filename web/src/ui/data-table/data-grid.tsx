import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { Range } from '@tanstack/react-virtual'
import { useCallback, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Key, MouseEvent } from 'react'
import { columnWidths, narrowWidth } from './column-widths.ts'
import type { Column, LeadColumn, RowBehaviour, Sorting } from './columns.ts'
import classes from './data-grid.module.css'
import { DataRow } from './data-row.tsx'
import { HeadCell } from './head-cell.tsx'
import { useTexts } from './texts.ts'
import { TotalRow } from './total-row.tsx'
import { usePrinting } from './use-printing.ts'
import { useRowKeys } from './use-row-keys.ts'

/** Up to this many rows all are drawn; of more, only those in view. */
const drawnAtOnce = 100

/** Height of a line of an expanded row, and of the padding around its lines, in pixels. */
const foldedLine = 28
const foldedRoom = 16

/** Widths in pixels: of the leading column, and on narrow screens of it, a column and the button that expands a row. */
const leadWidth = 52
const narrow = { lead: 44, name: 120, expand: 44 }

interface Props<Row> extends RowBehaviour<Row> {
  /** Name of the table, under which its scroll position is remembered. */
  id: string
  label: string
  rows: readonly Row[]
  lead?: LeadColumn<Row>
  columns: readonly Column<Row>[]
  /** Columns shown under the row's name. */
  under: readonly Column<Row>[]
  /** Columns shown by expanding a row; null where there is room for all. */
  folded: readonly Column<Row>[] | null
  total: Row | null
  /** The rows are filtered by a text, which the total does not follow. */
  isFiltered: boolean
  /** Changes when other rows are shown; empty while the wanted rows are loading. */
  rowsKey: string
  sorting: Sorting
  /** Height of a row in pixels. */
  rowHeight: number
  onSort: (column: Column<Row>) => void
  onOpen: (row: Row) => void
}

/** The table itself: only rows in view are drawn, heading and Total stay in view, arrow keys move between rows. */
export function DataGrid<Row>(props: Props<Row>) {
  const { rows, lead, columns, folded, total, rowHeight, rowsKey, keyOf, hrefOf, onOpen } = props
  const t = useTexts()
  const isPrinting = usePrinting()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { ref: measured, width } = useElementSize<HTMLDivElement>()
  const scrollerRef = useMergedRef(scroller, measured)
  const [open, setOpen] = useState<ReadonlySet<Key>>(new Set())
  const [isAtEnd, setAtEnd] = useState(false)
  const stopAt = useRef(0)

  // A printed page cannot scroll, so all rows are drawn.
  const isCut = rows.length > drawnAtOnce && !isPrinting
  // The React compiler, which this would disable, is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index]
      const isOpen = folded !== null && row !== undefined && open.has(keyOf(row, index))
      return rowHeight + (isOpen ? folded.length * foldedLine + foldedRoom : 0)
    },
    overscan: 8,
    initialRect: { width: 0, height: 640 },
    enabled: isCut,
    // The focused row stays drawn, or scrolling would lose the focus.
    rangeExtractor: useCallback((range: Range) => {
      const drawn = defaultRangeExtractor(range)
      return drawn.includes(stopAt.current) ? drawn : [...drawn, stopAt.current].toSorted((a, b) => a - b)
    }, []),
  })
  const reveal = useCallback((index: number) => isCut && virtualizer.scrollToIndex(index), [isCut, virtualizer])
  const { stop, keys } = useRowKeys({ body, count: rows.length, id: props.id, rowsKey, reveal })
  stopAt.current = stop

  // The key includes the rows, so that each place has its own scroll position.
  const scrollName = `table ${props.id} ${rowsKey}`
  const remembered = useElementScrollRestoration({ id: scrollName })
  const restore = useEffectEvent(() => {
    if (scroller.current !== null) scroller.current.scrollTop = remembered?.scrollY ?? 0
  })
  useLayoutEffect(() => {
    if (rowsKey !== '') restore()
  }, [rowsKey])

  const expand = useCallback(
    (index: number) => {
      const row = rows[index]
      if (row === undefined) return
      const key = keyOf(row, index)
      setOpen((before) =>
        before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
      )
      virtualizer.measure()
    },
    [rows, keyOf, virtualizer],
  )

  function openByClick(event: MouseEvent<HTMLElement>): void {
    const target = event.target as Element
    if (target.closest('a, button, label') !== null || window.getSelection()?.isCollapsed === false) return
    const row = rows[Number(target.closest<HTMLElement>('tr[data-index]')?.dataset['index'] ?? -1)]
    if (row !== undefined && hrefOf?.(row) != null) onOpen(row)
  }

  const expandWidth = folded === null ? 0 : narrow.expand
  const leadTaken = lead === undefined ? 0 : folded === null ? (lead.width ?? leadWidth) : narrow.lead
  const widths = useMemo(() => {
    if (folded === null) return columnWidths(columns, width - leadTaken)
    const others = columns.slice(1).map(narrowWidth)
    const taken = others.reduce((sum, one) => sum + one, leadTaken + expandWidth)
    return [Math.max(narrow.name, width - taken), ...others]
  }, [columns, folded, width, leadTaken, expandWidth])
  const span = columns.length + (lead === undefined ? 0 : 1) + (folded === null ? 0 : 1)
  const tableWidth = widths.reduce((sum, one) => sum + one, leadTaken + expandWidth)
  // A number that is cut at the edge would be read as another one.
  const isMore = width > 0 && tableWidth - width > 1 && !isAtEnd
  const drawn = isCut ? virtualizer.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }))
  const end = isCut ? virtualizer.getTotalSize() : 0

  const lines: React.ReactNode[] = []
  let reached = 0
  for (const item of drawn) {
    const row = rows[item.index]
    if (row === undefined) continue
    if (item.start > reached) lines.push(<Gap key={`gap ${item.index}`} height={item.start - reached} span={span} />)
    reached = item.end
    lines.push(
      <DataRow
        key={keyOf(row, item.index)}
        row={row}
        index={item.index}
        lead={lead}
        columns={columns}
        under={props.under}
        folded={folded}
        isExpanded={open.has(keyOf(row, item.index))}
        isStop={item.index === stop}
        href={hrefOf?.(row) ?? null}
        lock={props.lockOf?.(row) ?? null}
        leadsDown={props.leadsDown?.(row) ?? false}
        onOpen={onOpen}
        onExpand={expand}
      />,
    )
  }
  if (end > reached) lines.push(<Gap key="end" height={end - reached} span={span} />)

  return (
    <div className={classes['frame']} data-more={isMore || undefined}>
      <div
        ref={scrollerRef}
        className={classes['scroller']}
        data-scroll-restoration-id={scrollName}
        onScroll={({ currentTarget: { scrollLeft, scrollWidth, clientWidth } }) =>
          setAtEnd(scrollWidth - scrollLeft - clientWidth <= 1)
        }
      >
        <table
          className={classes['table']}
          aria-label={props.label}
          aria-rowcount={rows.length + 1 + (total === null ? 0 : 1)}
          data-narrow={folded === null ? undefined : true}
          style={{ '--row': `${rowHeight}px`, '--lead': `${leadTaken}px`, width: tableWidth } as React.CSSProperties}
        >
          <colgroup>
            {lead !== undefined && <col style={{ width: leadTaken }} />}
            {widths.map((one, index) => (
              <col key={index} style={{ width: one }} />
            ))}
            {folded !== null && <col style={{ width: expandWidth }} />}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {lead !== undefined && (
                <th scope="col" className={classes['leadHead']}>
                  {lead.head ?? <abbr title={lead.title}>{lead.short}</abbr>}
                </th>
              )}
              {columns.map((column, at) => (
                <HeadCell
                  key={column.id}
                  column={column}
                  isName={at === 0}
                  sorting={props.sorting}
                  onSort={props.onSort}
                />
              ))}
              {folded !== null && (
                <td className={classes['expandHead']}>
                  <span className={classes['unseen']}>{t('more')}</span>
                </td>
              )}
            </tr>
          </thead>
          {/* A clickable row contains a link that does the same; clicking elsewhere in the row is a convenience for mouse users. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
          <tbody ref={body} data-rows {...keys} onClick={openByClick}>
            {lines}
          </tbody>
          {total !== null && (
            <TotalRow
              total={total}
              isOfAll={props.isFiltered}
              columns={columns}
              hasLead={lead !== undefined}
              hasExpand={folded !== null}
              rowIndex={rows.length + 2}
            />
          )}
        </table>
      </div>
    </div>
  )
}

/** Takes the space of rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" className={classes['gap']}>
      <td colSpan={span} style={{ height }}>
        {null}
      </td>
    </tr>
  )
}
