import type { RankingData, RankingHeader } from '@gensvar/contract/entities/ranking'
import { CellContent } from './cell-content.tsx'
import classes from './ranking-grid.module.css'
import { useTexts } from './texts.ts'

interface Props {
  footer: NonNullable<RankingData['footer']>
  columns: readonly RankingHeader[]
  showRank: boolean
  hasExpand: boolean
  rowIndex: number
}

/** The last row: the place itself, over all of the rows. */
export function TotalRow({ footer, columns, showRank, hasExpand, rowIndex }: Props) {
  const t = useTexts()
  return (
    <tfoot>
      <tr aria-rowindex={rowIndex} className={classes['total']}>
        {showRank && <td className={classes['rank']}>{null}</td>}
        {columns.map((header, at) =>
          at === 0 ? (
            <th key={header.cellIndex} scope="row" className={classes['nameCell']}>
              {t('total')}
            </th>
          ) : (
            <td key={header.cellIndex} data-align={header.align}>
              <CellContent cell={footer.cells[header.cellIndex]} header={header} />
            </td>
          ),
        )}
        {hasExpand && <td>{null}</td>}
      </tr>
    </tfoot>
  )
}
