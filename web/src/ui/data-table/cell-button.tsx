import type { ReactNode } from 'react'
import classes from './cell-button.module.css'

/** A cell that opens a dialog. The arrow keys reach it; the Tab key stops once in a row. */
export function CellButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes['button']} aria-haspopup="dialog" tabIndex={-1} onClick={onClick}>
      {children}
    </button>
  )
}
