import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { NoData } from './no-data.tsx'
import classes from './widget-frame.module.css'

interface Props<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch' | 'isPlaceholderData'>
  title?: ReactNode
  subtitle?: ReactNode
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode
  level?: 2 | 3
  /** Without the inner margin, for tables that reach the edges. */
  flush?: boolean
  /** Height the content will have, in pixels, so that nothing jumps when it is there. */
  height: number
  /** A skeleton of the content's own shape; a block of `height` unless told. */
  loading?: ReactNode
  /** True when the answer holds nothing to show. */
  isEmpty?: (data: Data) => boolean
  /** What stands there then; names the path and the filters unless told otherwise. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * The ground of every widget that has figures: a card with its heading, and in it the figures or the state they are
 * in: loading, nothing there, no access, failed, too slow. Figures of the place before are dimmed until new ones come.
 */
export function WidgetFrame<Data>(props: Props<Data>) {
  const { query, title, subtitle, actions, level, flush } = props
  const isOld = query.isPlaceholderData
  return (
    <Card title={title} subtitle={subtitle} actions={actions} level={level} flush={flush}>
      <div className={classes['content']} aria-busy={isOld || undefined} data-old={isOld || undefined}>
        <DataState
          query={query}
          height={props.height}
          loading={props.loading}
          isEmpty={props.isEmpty}
          empty={props.empty ?? <NoData />}
          compact={props.height < 200}
        >
          {props.children}
        </DataState>
      </div>
    </Card>
  )
}
