import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { RankingRow } from '@gensvar/contract/entities/ranking'
import classes from './rank-cell.module.css'
import type { RankWords } from './rank-words.ts'

/** True where a unit has another rank than before, and its value has changed by more than chance. */
export function hasMoved({ rankTarget, before }: RankingRow): boolean {
  return before?.isMore === true && rankTarget !== null && before.rank !== rankTarget
}

/**
 * The rank of a unit, a line beside those of its group, and by how many ranks it moved if that is more than chance. Which ranks
 * are possible is in its title.
 */
export function RankCell({ row, words }: { row: RankingRow; words: RankWords }) {
  const { rankTarget, joined, before } = row
  if (rankTarget === null) return null
  const notes = words.notes(row)
  const by = (before?.rank ?? rankTarget) - rankTarget
  const Arrow = by > 0 ? IconArrowUp : IconArrowDown
  return (
    <span className={classes['rank']} title={notes || undefined}>
      {joined !== undefined && <span className={classes['line']} data-joined={joined} aria-hidden="true" />}
      {rankTarget}
      {notes !== '' && <span className={classes['unseen']}>, {notes}</span>}
      {hasMoved(row) && (
        <span className={classes['moved']} aria-hidden="true">
          <Arrow size={12} stroke={2} />
          {Math.abs(by)}
        </span>
      )}
    </span>
  )
}
