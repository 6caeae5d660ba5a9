import type { ReactNode } from 'react'
import classes from './table-panel.module.css'

/** A table with what stands above its card, such as filters or buttons; both together fill their place on the page. */
export function TablePanel({ children }: { children: ReactNode }) {
  return <div className={classes['panel']}>{children}</div>
}
