import type { ReactNode } from 'react'
import classes from './cell-button.module.css'

interface Props {
  onClick: () => void
  /** Name of a button that shows an icon only. */
  label?: string
  /** Why it cannot be used now; null where it can. */
  refusal?: string | null
  /** Stands before a figure, and is seen where its row is pointed at or has the focus. */
  isBeside?: boolean
  /** Tab stops at it, because the arrow keys do not reach its row. */
  isStop?: boolean
  children: ReactNode
}

/** A cell that opens a dialog. It is reached by the arrow keys; Tab stops once per row. */
export function CellButton({ onClick, label, refusal = null, isBeside = false, isStop = false, children }: Props) {
  const name = refusal === null || label === undefined ? label : `${label}: ${refusal}`
  return (
    <button
      type="button"
      className={classes['button']}
      data-beside={isBeside || undefined}
      data-icon={label === undefined ? undefined : ''}
      aria-haspopup="dialog"
      aria-label={name}
      aria-disabled={refusal !== null || undefined}
      title={name}
      tabIndex={isStop ? 0 : -1}
      onClick={refusal === null ? onClick : undefined}
    >
      {children}
    </button>
  )
}
