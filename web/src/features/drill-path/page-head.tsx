import type { ReactNode } from 'react'
import { FilterChips } from '#web/features/filters/service.ts'
import { DrillPathBar } from './drill-path-bar.tsx'
import classes from './page-head.module.css'
import { SearchBox } from './search-box.tsx'

interface Props {
  /** The page's own period (`last_3m`), shown while no filter on the date is chosen. */
  interval?: string | null
  /** Buttons at the end of the line, such as the download menu. */
  actions?: ReactNode
  /** Content before the filter chips, such as a count. */
  note?: ReactNode
  /** Leaves the search box out. */
  hideSearch?: boolean
}

/** The head of a page: drill path, search, the page's buttons and the active filters. */
export function PageHead({ interval, actions, note, hideSearch = false }: Props) {
  return (
    <>
      <div className={classes['path']}>
        <DrillPathBar />
      </div>
      <div className={classes['line']}>
        {!hideSearch && <SearchBox />}
        <div className={classes['chips']}>
          <FilterChips interval={interval}>{note}</FilterChips>
        </div>
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
    </>
  )
}
