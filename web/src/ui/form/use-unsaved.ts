import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

/** The question before unsaved changes are lost. */
export interface Unsaved {
  isAsked: boolean
  discard: () => void
  stay: () => void
}

/**
 * Asks before unsaved changes are lost: by navigation, by closing the window (the browser's own question), and by
 * actions run through `leave`.
 */
export function useUnsaved(
  isUnsaved: () => boolean,
  reset: () => void,
): Unsaved & { leave: (act: () => void) => void } {
  const newest = useRef(isUnsaved)
  useEffect(() => {
    newest.current = isUnsaved
  })
  const [pending, setPending] = useState<{ act: () => void } | null>(null)
  const blocker = useBlocker({
    // A change of the query alone keeps the form on screen.
    shouldBlockFn: useCallback(({ current, next }) => current.pathname !== next.pathname && newest.current(), []),
    enableBeforeUnload: useCallback(() => newest.current(), []),
    withResolver: true,
  })
  return {
    isAsked: pending !== null || blocker.status === 'blocked',
    discard: () => {
      reset()
      setPending(null)
      pending?.act()
      blocker.proceed?.()
    },
    stay: () => {
      setPending(null)
      blocker.reset?.()
    },
    leave: (act) => {
      if (isUnsaved()) setPending({ act })
      else act()
    },
  }
}
