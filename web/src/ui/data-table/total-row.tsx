import type { Column } from './columns.ts'
import classes from './data-grid.module.css'
import { useTexts } from './texts.ts'

interface Props<Row> {
  total: Row
  columns: readonly Column<Row>[]
  hasLead: boolean
  hasExpand: boolean
  rowIndex: number
}

/** The last row, the total of all others. */
export function TotalRow<Row>({ total, columns, hasLead, hasExpand, rowIndex }: Props<Row>) {
  const t = useTexts()
  return (
    <tfoot>
      <tr aria-rowindex={rowIndex} className={classes['total']}>
        {hasLead && <td className={classes['lead']}>{null}</td>}
        {columns.map((column, at) =>
          at === 0 ? (
            <th key={column.id} scope="row" className={classes['nameCell']}>
              {t('total')}
            </th>
          ) : (
            <td key={column.id} data-align={column.align}>
              {column.cell(total)}
            </td>
          ),
        )}
        {hasExpand && <td>{null}</td>}
      </tr>
    </tfoot>
  )
}
