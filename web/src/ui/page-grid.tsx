import type { ReactNode } from 'react'
import classes from './page-grid.module.css'

/** The twelve columns of a page; on narrow screens cells grow to the half and then to the whole. */
export function PageGrid({ children }: { children: ReactNode }) {
  return (
    <div className={classes['room']}>
      <div className={classes['grid']}>{children}</div>
    </div>
  )
}

/** A cell of the page's grid; a size the grid does not know takes the whole width. */
export function PageCell({ size, children }: { size: number; children: ReactNode }) {
  const known = [2, 4, 6, 8, 12].includes(size) ? size : 12
  return (
    <div className={classes['cell']} data-size={known}>
      {children}
    </div>
  )
}
