import type { ReactNode } from 'react'
import { FilterChips, PeriodChip } from '#web/features/filters/service.ts'
import { DrillPathBar } from './drill-path-bar.tsx'
import classes from './page-head.module.css'
import { SearchBox } from './search-box.tsx'

interface Props {
  /** The page's own period (`last_3m`), which applies while none is chosen; null for all time. */
  interval?: string | null
  /** Buttons at the end of the line, such as the download menu. */
  actions?: ReactNode
  /** Content before the filter chips, such as a count. */
  note?: ReactNode
  /** Leaves the search box out. */
  hideSearch?: boolean
}

/** The head of a page: drill path with the period, search, the page's buttons and the active filters. */
export function PageHead({ interval = null, actions, note, hideSearch = false }: Props) {
  return (
    <>
      <div className={classes['path']}>
        <DrillPathBar>
          <PeriodChip interval={interval} />
        </DrillPathBar>
      </div>
      <div className={classes['line']}>
        {!hideSearch && <SearchBox />}
        <div className={classes['chips']}>
          <FilterChips>{note}</FilterChips>
        </div>
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
    </>
  )
}
