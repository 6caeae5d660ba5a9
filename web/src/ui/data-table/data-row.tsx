import { IconChevronDown, IconChevronRight, IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { isSpecialClick } from '../app-link.tsx'
import type { Column, LeadColumn } from './columns.ts'
import classes from './data-grid.module.css'
import { useTexts } from './texts.ts'

interface Props<Row> {
  row: Row
  index: number
  lead: LeadColumn<Row> | undefined
  columns: readonly Column<Row>[]
  /** Columns shown under the row's name. */
  under: readonly Column<Row>[]
  /** Columns shown under the row when it is expanded; null where there is room for all. */
  folded: readonly Column<Row>[] | null
  isExpanded: boolean
  /** The row is the table's tab stop. */
  isStop: boolean
  /** Address the row leads to, or null. */
  href: string | null
  /** Why the row cannot be opened, or null. */
  lock: string | null
  /** Has rows of its own below it. */
  leadsDown: boolean
  onOpen: (row: Row) => void
  onExpand: (index: number) => void
}

interface NameProps<Row> extends Pick<Props<Row>, 'row' | 'href' | 'lock' | 'isStop' | 'onOpen'> {
  column: Column<Row>
}

function Name<Row>({ row, column, href, lock, isStop, onOpen }: NameProps<Row>) {
  const content = (
    <span className={classes['nameText']} data-long={column.isLong} data-prose={column.isProse}>
      {column.cell(row)}
    </span>
  )
  const stop = { tabIndex: isStop ? 0 : -1, 'data-stop': '', className: classes['name'], title: column.text(row) }
  if (lock !== null) {
    return (
      <span {...stop} title={`${column.text(row)} · ${lock}`}>
        <IconLock size={14} stroke={1.75} aria-hidden="true" className={classes['lock']} />
        {content}
        <span className={classes['unseen']}>{lock}</span>
      </span>
    )
  }
  if (href === null) return <span {...stop}>{content}</span>
  return (
    <a
      {...stop}
      href={href}
      onClick={(event) => {
        if (isSpecialClick(event)) return
        event.preventDefault()
        onOpen(row)
      }}
    >
      {content}
    </a>
  )
}

function ExpandButton({ name, isExpanded, onClick }: { name: string; isExpanded: boolean; onClick: () => void }) {
  const t = useTexts()
  return (
    <button
      type="button"
      className={classes['expand']}
      aria-expanded={isExpanded}
      aria-label={t('showAll', { name })}
      onClick={onClick}
    >
      <IconChevronDown size={18} aria-hidden="true" />
    </button>
  )
}

interface FoldedProps<Row> {
  row: Row
  index: number
  folded: readonly Column<Row>[]
  /** How many columns it spans. */
  span: number
}

/** The columns that have no room, shown under their row. */
function FoldedCells<Row>({ row, index, folded, span }: FoldedProps<Row>) {
  return (
    <tr data-under={index} className={classes['folded']}>
      <td colSpan={span}>
        <dl>
          {folded.map((column) => (
            <div key={column.id} className={classes['foldedLine']} data-long={column.isLong}>
              <dt>{column.title}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  )
}

/** A row of the table; on narrow screens with a button that shows the columns there is no room for. */
function DataRowView<Row>(props: Props<Row>) {
  const { row, index, lead, columns, folded, isExpanded, href, lock, onExpand } = props
  return (
    <>
      <tr
        data-index={index}
        aria-rowindex={index + 2}
        className={classes['row']}
        data-locked={lock !== null || undefined}
        data-opens={href !== null || undefined}
      >
        {lead !== undefined && <td className={classes['lead']}>{lead.cell?.(row) ?? lead.text(row)}</td>}
        {columns.map((column, at) =>
          at === 0 ? (
            <th
              key={column.id}
              scope="row"
              className={classes['nameCell']}
              data-align={column.align}
              // A button beside the name is no part of what the row is called.
              aria-label={column.aside?.(row) == null ? undefined : [column.text(row), lock].filter(Boolean).join(' ')}
            >
              <span className={classes['nameLine']}>
                <Name row={row} column={column} href={href} lock={lock} isStop={props.isStop} onOpen={props.onOpen} />
                {column.aside?.(row)}
                {props.leadsDown && folded === null && (
                  <IconChevronRight size={16} aria-hidden="true" className={classes['chevron']} />
                )}
              </span>
              {props.under.map((one) => (
                <span key={one.id} className={classes['underName']}>
                  {one.cell(row)}
                </span>
              ))}
            </th>
          ) : (
            <td key={column.id} data-align={column.align}>
              {column.cell(row)}
            </td>
          ),
        )}
        {folded !== null && (
          <td className={classes['expandCell']}>
            <ExpandButton name={columns[0]?.text(row) ?? ''} isExpanded={isExpanded} onClick={() => onExpand(index)} />
          </td>
        )}
      </tr>
      {folded !== null && isExpanded && (
        <FoldedCells row={row} index={index} folded={folded} span={columns.length + (lead === undefined ? 1 : 2)} />
      )}
    </>
  )
}

/** Memoised, because every key press compares a thousand rows. */
export const DataRow = memo(DataRowView) as typeof DataRowView
