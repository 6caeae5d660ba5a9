import type { ReactNode } from 'react'
import { AppLink } from '../app-link.tsx'
import type { Pick } from './chart-pick.ts'
import classes from './chart-table.module.css'

/** A heading or value of a chart's table that can be picked; plain where it cannot. */
export function ChartPickLink({ pick, children }: { pick: Pick | null; children: ReactNode }) {
  if (pick === null) return children
  if ('href' in pick)
    return (
      <AppLink href={pick.href} className={classes['pick']} title={pick.label}>
        {children}
      </AppLink>
    )
  return (
    <button type="button" className={classes['pick']} title={pick.label} onClick={pick.run}>
      {children}
    </button>
  )
}
