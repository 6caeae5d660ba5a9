import type { Column } from './columns.ts'
import classes from './data-grid.module.css'
import { useTexts } from './texts.ts'

interface Props<Row> {
  total: Row
  /** The table is filtered by a text, which the total does not follow. */
  isOfAll: boolean
  columns: readonly Column<Row>[]
  hasLead: boolean
  hasExpand: boolean
  rowIndex: number
}

/** The last row, the total of all others. */
export function TotalRow<Row>({ total, isOfAll, columns, hasLead, hasExpand, rowIndex }: Props<Row>) {
  const t = useTexts()
  return (
    <tfoot>
      <tr aria-rowindex={rowIndex} className={classes['total']}>
        {hasLead && <td className={classes['lead']}>{null}</td>}
        {columns.map((column, at) =>
          at === 0 ? (
            <th key={column.id} scope="row" className={classes['nameCell']}>
              {t('total')}
              {isOfAll && (
                <>
                  {' '}
                  <span className={classes['ofAll']}>{t('ofAllRows')}</span>
                </>
              )}
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
