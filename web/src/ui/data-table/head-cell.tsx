import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { Tip } from '../tip.tsx'
import type { Column, Sorting } from './columns.ts'
import classes from './data-grid.module.css'
import { useTexts } from './texts.ts'

interface Props<Row> {
  column: Column<Row>
  /** True for the naming column. */
  isName: boolean
  sorting: Sorting
  onSort: (column: Column<Row>) => void
}

/** Heading of a column: a click sorts by it, and it shows the current sorting. */
export function HeadCell<Row>({ column, isName, sorting, onSort }: Props<Row>) {
  const t = useTexts()
  const { title, isTitleHidden, help, sortBy } = column
  const isSorted = sortBy !== undefined && sorting.by === sortBy
  const Arrow = isSorted ? (sorting.desc ? IconArrowDown : IconArrowUp) : IconSelector
  return (
    <th
      scope="col"
      className={isName ? classes['nameHead'] : undefined}
      data-align={column.align}
      data-sorted={isSorted || undefined}
      aria-sort={isSorted ? (sorting.desc ? 'descending' : 'ascending') : undefined}
    >
      <span className={classes['headContent']}>
        {sortBy !== undefined ? (
          <button
            type="button"
            className={classes['sort']}
            onClick={() => onSort(column)}
            title={t('sortBy', { column: title })}
          >
            <span className={classes['headText']}>{title}</span>
            <Arrow size={14} stroke={2} aria-hidden="true" className={classes['arrow']} />
          </button>
        ) : (
          <span className={classes[isTitleHidden === true ? 'unseen' : 'headText']}>{title}</span>
        )}
        {help !== undefined && <Tip label={title} text={help} />}
      </span>
    </th>
  )
}
