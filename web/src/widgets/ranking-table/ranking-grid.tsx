import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import type { RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import { useLocalText } from '#web/lib/local-text.ts'
import { CellWordsContext, useTableWords } from './cell-words.ts'
import { columnWidths, rankWidth } from './column-widths.ts'
import { HeadCell, type Sorting } from './head-cell.tsx'
import classes from './ranking-grid.module.css'
import { TableRow } from './table-row.tsx'
import { useTexts } from './texts.ts'
import { TotalRow } from './total-row.tsx'
import { usePrinting } from './use-printing.ts'
import { useRowKeys } from './use-row-keys.ts'

/** Rows up to which all are drawn; more are drawn as they come into view. */
const drawnAtOnce = 100

/** Height of a line of an expanded row, and of the room around its lines, in pixels. */
const foldedLine = 28
const foldedRoom = 16

interface Props {
  /** Name of the table, also of what is remembered of it. */
  id: string
  label: string
  rows: readonly RankingRow[]
  columns: readonly RankingHeader[]
  /** Columns shown by expanding a row; null where there is room for all. */
  folded: readonly RankingHeader[] | null
  footer: RankingData['footer']
  hasRank: boolean
  /** Changes when other rows are shown than before. */
  rowsKey: string
  sorting: Sorting
  /** Height of a row in pixels. */
  rowHeight: number
  onSort: (header: RankingHeader) => void
  /** Address a row leads to, or null. */
  hrefOf: (row: RankingRow) => string | null
  onOpen: (row: RankingRow) => void
  onDetails: (row: RankingRow, header: RankingHeader) => void
}

/** The table itself: only rows in view are drawn, heading and Total stay in view, arrow keys move over the rows. */
export function RankingGrid(props: Props) {
  const { rows, columns, folded, footer, hasRank, rowHeight, rowsKey, onOpen } = props
  const t = useTexts()
  const text = useLocalText()
  const words = useTableWords()
  const isPrinting = usePrinting()
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { ref: measured, width } = useElementSize<HTMLDivElement>()
  const scrollerRef = useMergedRef(scroller, measured)
  const [open, setOpen] = useState<ReadonlySet<RankingRow>>(new Set())
  const stopAt = useRef(0)

  // On paper there is nothing to scroll.
  const isCut = rows.length > drawnAtOnce && !isPrinting
  // The compiler that this would stop is not used.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index]
      const isOpen = folded !== null && row !== undefined && open.has(row)
      return rowHeight + (isOpen ? folded.length * foldedLine + foldedRoom : 0)
    },
    overscan: 8,
    initialRect: { width: 0, height: 640 },
    enabled: isCut,
    // The row with the focus stays drawn, or the focus would be lost by scrolling.
    rangeExtractor: useCallback((range: Range) => {
      const drawn = defaultRangeExtractor(range)
      return drawn.includes(stopAt.current) ? drawn : [...drawn, stopAt.current].toSorted((a, b) => a - b)
    }, []),
  })
  const reveal = useCallback((index: number) => isCut && virtualizer.scrollToIndex(index), [isCut, virtualizer])
  const { stop, keys } = useRowKeys({ body, count: rows.length, rowsKey, reveal })
  stopAt.current = stop

  // The name changes with the rows, so that one place's scroll is not taken for another's.
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
      setOpen((before) =>
        before.has(row) ? new Set([...before].filter((one) => one !== row)) : new Set([...before, row]),
      )
      virtualizer.measure()
    },
    [rows, virtualizer],
  )

  function openByClick(event: MouseEvent<HTMLElement>): void {
    const target = event.target as Element
    if (target.closest('a, button') !== null || window.getSelection()?.isCollapsed === false) return
    const row = rows[Number(target.closest<HTMLElement>('tr[data-index]')?.dataset['index'] ?? -1)]
    if (row !== undefined && props.hrefOf(row) !== null) onOpen(row)
  }

  const expandWidth = folded === null ? 0 : 44
  const rank = hasRank ? (folded === null ? rankWidth : 44) : 0
  const widths = useMemo(
    () =>
      folded === null
        ? columnWidths(
            columns.map(({ renderType, text: heading }) => ({ renderType, heading: text(heading) })),
            width - rank,
          )
        : [Math.max(120, width - rank - expandWidth - 96 * (columns.length - 1)), ...columns.slice(1).map(() => 96)],
    [columns, folded, width, rank, expandWidth, text],
  )
  const span = columns.length + (hasRank ? 1 : 0) + (folded === null ? 0 : 1)
  const total = widths.reduce((sum, one) => sum + one, rank + expandWidth)
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
      <TableRow
        key={row.drillPath ?? row.interviewId ?? item.index}
        row={row}
        index={item.index}
        columns={columns}
        folded={folded}
        showRank={hasRank}
        expanded={open.has(row)}
        isStop={item.index === stop}
        href={props.hrefOf(row)}
        drills={row.drillPath !== null && row.accessAllowed && row.interviewId === null}
        onOpen={onOpen}
        onDetails={props.onDetails}
        onExpand={expand}
      />,
    )
  }
  if (end > reached) lines.push(<Gap key="end" height={end - reached} span={span} />)

  return (
    <div ref={scrollerRef} className={classes['scroller']} data-scroll-restoration-id={scrollName}>
      <table
        className={classes['table']}
        aria-label={props.label}
        aria-rowcount={rows.length + 1 + (footer === null ? 0 : 1)}
        data-narrow={folded === null ? undefined : true}
        style={{ '--row': `${rowHeight}px`, '--rank': `${rank}px`, width: total } as React.CSSProperties}
      >
        <colgroup>
          {hasRank && <col style={{ width: rank }} />}
          {widths.map((one, index) => (
            <col key={index} style={{ width: one }} />
          ))}
          {folded !== null && <col style={{ width: expandWidth }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {hasRank && (
              <th scope="col" className={classes['rankHead']}>
                <abbr title={t('rank')}>#</abbr>
              </th>
            )}
            {columns.map((header, at) => (
              <HeadCell
                key={header.cellIndex}
                header={header}
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
        {/* Every row that opens holds a link that does the same; a click beside it is a convenience for the mouse. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <tbody ref={body} {...keys} onClick={openByClick}>
          <CellWordsContext value={words}>{lines}</CellWordsContext>
        </tbody>
        {footer !== null && (
          <CellWordsContext value={words}>
            <TotalRow
              footer={footer}
              columns={columns}
              showRank={hasRank}
              hasExpand={folded !== null}
              rowIndex={rows.length + 2}
            />
          </CellWordsContext>
        )}
      </table>
    </div>
  )
}

/** Room of rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" className={classes['gap']}>
      <td colSpan={span} style={{ height }}>
        {null}
      </td>
    </tr>
  )
}
