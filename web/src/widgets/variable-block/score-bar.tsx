import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import classes from './tile.module.css'
import { barOf } from './prepare.ts'

/** What a bar shows. */
type Scored = Parameters<typeof barOf>[0] & Pick<IndicatorVariable, 'goalStatus'>

/**
 * A bar of a value on its scale, with the goal as a mark one percent wide. Decorative: the figures beside it say the
 * same.
 */
export function ScoreBar({ variable }: { variable: Scored }) {
  const bar = barOf(variable)
  if (!bar) return null
  return (
    <div className={classes['bar']} data-status={variable.goalStatus ?? 'none'} aria-hidden="true">
      <div className={classes['fill']} style={{ width: `${bar.filled}%` }} data-testid="score-fill" />
      {bar.goal !== null && (
        <div className={classes['goalMark']} style={{ left: `${Math.min(99, bar.goal)}%` }} data-testid="goal-mark" />
      )}
    </div>
  )
}
