import type { ReactNode } from 'react'
import classes from './cell-button.module.css'

interface Props {
  onClick: () => void
  /** Name of a button that shows an icon only. */
  label?: string
  /** Why it cannot be used now; null where it can. */
  refusal?: string | null
  children: ReactNode
}

/** A cell that opens a dialog. It is reached by the arrow keys; Tab stops once per row. */
export function CellButton({ onClick, label, refusal = null, children }: Props) {
  const name = refusal === null || label === undefined ? label : `${label}: ${refusal}`
  return (
    <button
      type="button"
      className={classes['button']}
      data-icon={label === undefined ? undefined : ''}
      aria-haspopup="dialog"
      aria-label={name}
      aria-disabled={refusal !== null || undefined}
      title={name}
      tabIndex={-1}
      onClick={refusal === null ? onClick : undefined}
    >
      {children}
    </button>
  )
}
