import { use } from 'react'
import { ConnectionContext } from '#web/lib/connection-context.ts'
import { useStore } from '#web/lib/store.ts'
import { pathChanges } from '#web/lib/path-changes.ts'

/** What a part of the screen knows of the request for its figures. */
export interface Underway {
  /** True while figures of another place, filter or period are shown. */
  isPlaceholderData: boolean
  /** True while figures that are already there are requested again. */
  isRefetching?: boolean
}

/** Attributes of an element whose figures may change. */
interface PendingProps {
  'aria-busy': true | undefined
  'data-pending': '' | undefined
}

/**
 * Attributes for the element that shows figures; while a request that may change them is under way, it is busy and looks
 * so (`pending.css`). The only way to show that figures are old. Null for an element without figures. Without a connection
 * nothing comes, and nothing looks as if it did.
 */
export function usePending(request: Underway | null): PendingProps {
  const isChanging = useStore(pathChanges, ({ running }) => running > 0)
  const isOffline = use(ConnectionContext)?.trouble === 'offline'
  const isPending =
    request !== null && !isOffline && (request.isPlaceholderData || request.isRefetching === true || isChanging)
  return { 'aria-busy': isPending || undefined, 'data-pending': isPending ? '' : undefined }
}
