import { useCallback, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { PathToken } from '@gensvar/contract/drill-path'
import { withFilter, withoutFilter, withoutIllegal } from '@gensvar/contract/path-steps'
import { expandedPathQuery, storedPathId, useChangePath, useDrillPath, usePlace } from '#web/lib/place.ts'
import { notifyError } from '#web/ui/notify.tsx'

/** The filters of the URL and functions to change them; each change is an entry in the history. */
export interface Filters {
  survey: string
  /** Active filters in the order of the URL, without the hidden one. */
  active: PathToken[]
  /** The active filter with a name. */
  find: (name: string) => PathToken | undefined
  /** Sets a filter, replacing the one with its name; a filter without values is removed. */
  set: (token: PathToken) => void
  remove: (name: string) => void
  /** Replaces all active filters. */
  replaceAll: (tokens: readonly PathToken[]) => void
  /** False while a stored path is loading: the active filters are unknown then. */
  ready: boolean
}

/** The active filters, which are kept only in the URL, and functions to change them. */
export function useFilters(): Filters {
  const place = usePlace()
  const change = useChangePath()
  const id = storedPathId(useDrillPath())
  const stored = useQuery({ ...expandedPathQuery(place.survey, id ?? ''), enabled: id !== null })
  const path = useMemo(
    () => ({ view: place.view, place: place.place, filters: place.filters }),
    [place.view, place.place, place.filters],
  )
  const go = useCallback((next: typeof path) => void change(next).catch(notifyError), [change])
  return useMemo(
    () => ({
      survey: place.survey,
      active: path.filters,
      find: (name) => path.filters.find((filter) => filter.name === name),
      set: (token) => go(withFilter(path, token)),
      remove: (name) => go(withoutFilter(path, name)),
      replaceAll: (tokens) => go({ ...path, filters: withoutIllegal(tokens) }),
      ready: id === null || stored.data !== undefined,
    }),
    [place.survey, path, go, id, stored.data],
  )
}
