import type { CSSProperties } from 'react'
import type { ActionEffect } from '@gensvar/contract/entities/actions'
import type { Drawn } from './effect-scale.ts'
import classes from './effect-chart.module.css'

interface Props {
  drawn: Drawn
  verdict: ActionEffect['verdict']
  /** The effect in words, for screen readers. */
  label: string
}

/** An effect as a dot with its interval as a line, beside the line of no effect. */
export function EffectChart({ drawn, verdict, label }: Props) {
  const style = {
    '--zero': `${drawn.zero}%`,
    '--dot': `${drawn.dot}%`,
    '--low': `${drawn.low}%`,
    '--width': `${drawn.high - drawn.low}%`,
  } as CSSProperties
  return (
    <span role="img" aria-label={label} title={label} className={classes['chart']} data-verdict={verdict} style={style}>
      <span className={classes['zero']} />
      <span className={classes['interval']} />
      <span className={classes['dot']} />
    </span>
  )
}
