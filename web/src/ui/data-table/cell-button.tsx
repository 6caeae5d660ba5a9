import type { ReactNode } from 'react'
import classes from './cell-button.module.css'

interface Props {
  onClick: () => void
  /** Name of a button that shows an icon only. */
  label?: string
  children: ReactNode
}

/** A cell that opens a dialog. It is reached by the arrow keys; Tab stops once per row. */
export function CellButton({ onClick, label, children }: Props) {
  return (
    <button
      type="button"
      className={classes['button']}
      data-icon={label === undefined ? undefined : ''}
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      tabIndex={-1}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
