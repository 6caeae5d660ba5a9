import type { PlainColumn } from './columns.ts'
import classes from './plain-table.module.css'

interface Props<Row> {
  /** What the table contains, for screen readers. */
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => React.Key
  /** A row that sums up those that follow it, one of these, or neither. */
  levelOf?: (row: Row) => 'over' | 'under' | null
  /** The table may be wider than its container: it scrolls sideways, also by keyboard. */
  isWide?: boolean
}

/** A short table to read, without tools. A list that is sorted, searched or paged is a `DataTable`. */
export function PlainTable<Row>({ label, columns, rows, keyOf, levelOf, isWide }: Props<Row>) {
  const table = (
    <table className={classes['table']} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ id, title, align, width, isTitleHidden }) => (
            <th key={id} scope="col" data-align={align} data-icon={isTitleHidden} style={{ minWidth: width }}>
              {isTitleHidden === true ? <span className={classes['unseen']}>{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)} data-level={levelOf?.(row) ?? undefined}>
            {columns.map(({ id, align, naming, cell }) =>
              naming === true ? (
                <th key={id} scope="row" data-align={align}>
                  {cell(row)}
                </th>
              ) : (
                <td key={id} data-align={align}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (isWide !== true) return table
  return (
    <div className={classes['wide']} role="region" aria-label={label} tabIndex={0}>
      {table}
    </div>
  )
}
