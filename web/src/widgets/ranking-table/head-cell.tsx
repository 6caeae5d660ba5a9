import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { RankingHeader } from '@gensvar/contract/entities/ranking'
import { useLocalText } from '#web/lib/local-text.ts'
import { Tip } from '#web/ui/tip.tsx'
import classes from './ranking-grid.module.css'
import { useTexts } from './texts.ts'

/** How a table is sorted now: the column's variable and the direction; null for the server's own order. */
export interface Sorting {
  by: string | null
  desc: boolean
}

interface Props {
  header: RankingHeader
  isName: boolean
  sorting: Sorting
  onSort: (header: RankingHeader) => void
}

/** Heading of a column: sorts by it and says how the table is sorted. */
export function HeadCell({ header, isName, sorting, onSort }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const title = text(header.text)
  const help = text(header.helpText)
  const isSorted = header.sortable && sorting.by === header.value
  const Arrow = isSorted ? (sorting.desc ? IconArrowDown : IconArrowUp) : IconSelector
  return (
    <th
      scope="col"
      className={isName ? classes['nameHead'] : undefined}
      data-align={header.align}
      data-sorted={isSorted || undefined}
      aria-sort={isSorted ? (sorting.desc ? 'descending' : 'ascending') : undefined}
    >
      <span className={classes['headContent']}>
        {header.sortable ? (
          <button
            type="button"
            className={classes['sort']}
            onClick={() => onSort(header)}
            title={t('sortBy', { column: title })}
          >
            <span className={classes['headText']}>{title}</span>
            <Arrow size={14} stroke={2} aria-hidden="true" className={classes['arrow']} />
          </button>
        ) : (
          <span className={classes['headText']}>{title}</span>
        )}
        {help !== '' && <Tip label={title} text={help} />}
      </span>
    </th>
  )
}
