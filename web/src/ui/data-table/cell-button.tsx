import type { ReactNode } from 'react'
import classes from './cell-button.module.css'

/** A cell that opens a dialog. It is reached by the arrow keys; Tab stops once per row. */
export function CellButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes['button']} aria-haspopup="dialog" tabIndex={-1} onClick={onClick}>
      {children}
    </button>
  )
}
