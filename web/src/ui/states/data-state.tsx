import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useTeller } from './failure-scope.ts'
import { Loading } from './loading.tsx'
import { Empty, Failed, NoAccess, TooSlow } from './states.tsx'
import { useIsAway } from './use-away.ts'

interface Props<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch'> &
    Partial<Pick<UseQueryResult<Data>, 'isPlaceholderData'>>
  /** True when the answer holds nothing to show. */
  isEmpty?: (data: Data) => boolean
  /** What is shown then; a general sentence by default. */
  empty?: ReactNode
  /** What is shown while the first answer loads; a block of `height` by default. */
  loading?: ReactNode
  height?: number
  compact?: boolean
  children: (data: Data) => ReactNode
}

/** False for failures that a retry cannot change: the address names something wrong or missing. */
function mayPass(error: Error): boolean {
  return !(error instanceof ApiError && (error.code === 'validation' || error.code === 'not_found'))
}

/**
 * Draws a query's data, or the state it is in: loading, empty, no access, failed, too slow. A failure that the page or
 * the screen shows for all its parts is not repeated; where the server cannot be reached, only what is missing is said.
 */
export function DataState<Data>(props: Props<Data>) {
  const { query, isEmpty, compact, children } = props
  const { data, error } = query
  const retry = () => void query.refetch()
  const isFailed = data === undefined && error !== null
  const isAway = useIsAway(query)
  const teller = useTeller({
    error: isFailed && !isAway ? error : null,
    isLoading: data === undefined && error === null,
    retry,
  })
  if (isAway) return <NotLoaded />
  if (data !== undefined) {
    return isEmpty?.(data) === true ? (props.empty ?? <Empty compact={compact} />) : children(data)
  }
  if (teller === 'nobody yet') return props.loading ?? <Loading height={props.height} />
  if (teller === 'page') return <NotLoaded />
  if (error instanceof ApiError && error.code === 'forbidden') return <NoAccess compact={compact} />
  if (error instanceof ApiError && error.code === 'timeout') return <TooSlow onRetry={retry} compact={compact} />
  if (error !== null) return <Failed error={error} onRetry={mayPass(error) ? retry : undefined} compact={compact} />
  return props.loading ?? <Loading height={props.height} />
}

/** What stands in the place of data where another part of the screen tells why they are missing. */
function NotLoaded() {
  const t = useAppTexts()
  return (
    <p className="gv-quiet" data-missing>
      {t('notLoaded')}
    </p>
  )
}
