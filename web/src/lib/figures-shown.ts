import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** `meta` of queries whose answers are figures on the screen. */
export const figuresMeta = { quiet: true, figures: true }

/** How old the figures on the screen are. */
interface FiguresShown {
  /** When the oldest of them came, in milliseconds; null without figures. */
  oldest: number | null
  /** True when some could not be loaded. */
  isFailed: boolean
}

/** The figures on the screen: when the oldest of them came, and whether some are missing. */
export function useFiguresShown(): FiguresShown {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  // One text, because the same state must be the same value.
  const state = useSyncExternalStore(subscribe, () => {
    const shown = cache.findAll({ type: 'active', predicate: (query) => query.meta?.['figures'] === true })
    const times = shown.flatMap(({ state: { data, dataUpdatedAt } }) => (data === undefined ? [] : [dataUpdatedAt]))
    const isFailed = shown.some((query) => query.state.status === 'error')
    return `${isFailed} ${times.length === 0 ? '' : Math.min(...times)}`
  })
  const [isFailed, oldest = ''] = state.split(' ')
  return { isFailed: isFailed === 'true', oldest: oldest === '' ? null : Number(oldest) }
}
