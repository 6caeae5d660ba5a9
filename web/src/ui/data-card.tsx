import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import classes from './data-card.module.css'
import { DataState } from './states/data-state.tsx'

/** What a card of data is given. */
export interface DataCardProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch' | 'isPlaceholderData'> &
    Partial<Pick<UseQueryResult<Data>, 'isRefetching'>>
  title?: ReactNode
  subtitle?: ReactNode
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode
  level?: 2 | 3
  /** Without padding, for tables that reach the edges. */
  flush?: boolean
  /** Height the content will have, in pixels, so that nothing jumps when it appears. */
  height: number
  /** A skeleton of the content's own shape; a block of `height` by default. */
  loading?: ReactNode
  /** True when the answer holds nothing to show. */
  isEmpty?: (data: Data) => boolean
  /** What is shown then; a general sentence by default. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * A card with its heading and a query's data or state: loading, empty, no access, failed, too slow. While new data
 * load, the previous data are shown and the card looks pending.
 */
export function DataCard<Data>(props: DataCardProps<Data>) {
  const { query, title, subtitle, actions, level, flush } = props
  return (
    <Card title={title} subtitle={subtitle} actions={actions} level={level} flush={flush} query={query}>
      <div className={classes['content']}>
        <DataState
          query={query}
          height={props.height}
          loading={props.loading}
          isEmpty={props.isEmpty}
          empty={props.empty}
          compact={props.height < 200}
        >
          {props.children}
        </DataState>
      </div>
    </Card>
  )
}
