import { useQueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { pathChanges } from './path-changes.ts'
import { createStore, useStore } from './store.ts'

/** `meta` of queries whose answers are figures on the screen. */
export const figuresMeta = { quiet: true, figures: 'page' }

/** `meta` of queries whose answers are figures around the page: every screen has them, also one without figures. */
export const pathMeta = { quiet: true, figures: 'path' }

/** `meta` of queries whose answers are rows that somebody may be reading or choosing from. */
export const rowsMeta = { ...figuresMeta, rows: true }

/** `meta` of the status, which is no figure, and moves with them. */
export const statusMeta = { quiet: true, moves: true }

/** True for queries whose answers move with the answers to a survey. */
export const isMoving = ({ meta }: Query): boolean => meta?.['figures'] !== undefined || meta?.['moves'] === true

/** True for queries of rows. */
export const isOfRows = ({ meta }: Query): boolean => meta?.['rows'] === true

/** Parts of the page whose figures are not even requested, because their code is loading or could not be loaded. */
const missingParts = createStore({ count: 0 })

/** Counts a part of the page as missing while the caller is on the screen. */
export function useMissingPart(): void {
  useEffect(() => {
    missingParts.set({ count: missingParts.get().count + 1 })
    return () => missingParts.set({ count: missingParts.get().count - 1 })
  }, [])
}

/** True where figures are asked for and none are there, neither old nor new. */
export function useIsNothingShown(): boolean {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  const isMissing = useStore(missingParts, ({ count }) => count > 0)
  return useSyncExternalStore(subscribe, () => {
    const ofPage = cache.findAll({ type: 'active', predicate: (query) => query.meta?.['figures'] === 'page' })
    return (isMissing || ofPage.length > 0) && ofPage.every(({ state }) => state.data === undefined)
  })
}

const isThere = ({ state }: Query) => state.status === 'success' && state.fetchStatus === 'idle'

/**
 * When the oldest of the page's figures came, in milliseconds. Null while some are under way, missing or failed, and on
 * a page without figures.
 */
export function useFiguresShown(): number | null {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  const oldest = useSyncExternalStore(subscribe, () => {
    const shown = cache.findAll({ type: 'active', predicate: (query) => query.meta?.['figures'] !== undefined })
    const ofPage = shown.filter((query) => query.meta?.['figures'] === 'page')
    if (ofPage.length === 0 || !shown.every(isThere)) return null
    return Math.min(...ofPage.map((query) => query.state.dataUpdatedAt))
  })
  const isMissing = useStore(missingParts, ({ count }) => count > 0)
  const isChanging = useStore(pathChanges, ({ running }) => running > 0)
  return isMissing || isChanging ? null : oldest
}
