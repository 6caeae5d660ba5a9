import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { TableSearch } from '#web/paths.ts'

function read(searchStr: string, prefix: string): TableSearch {
  const query = new URLSearchParams(searchStr)
  const page = Number(query.get(`${prefix}page`))
  const direction = query.get(`${prefix}sortDesc`)
  return {
    page: Number.isInteger(page) && page > 0 ? page : undefined,
    sortBy: query.get(`${prefix}sortBy`) ?? undefined,
    sortDesc: direction === null ? undefined : direction === 'true',
  }
}

/**
 * Page (from 0), sorted column and direction in the URL, and functions to change them. Each change is an entry in the
 * history, so that Back undoes it. Works on every screen, whether or not its route declares the query. `name` tells the
 * tables of a page apart: `targets.page`.
 */
export function useTableSearch(name?: string): [TableSearch, (change: TableSearch) => void] {
  const router = useRouter()
  const prefix = name === undefined ? '' : `${name}.`
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const search = useMemo(() => read(searchStr, prefix), [searchStr, prefix])
  const change = useCallback(
    (next: TableSearch) => {
      const { pathname, searchStr: current, state } = router.state.location
      const query = new URLSearchParams(current)
      for (const [part, value] of Object.entries(next)) {
        if (value === undefined || (part === 'page' && value === 0)) query.delete(`${prefix}${part}`)
        else query.set(`${prefix}${part}`, String(value))
      }
      const text = query.toString()
      const href = text === '' ? pathname : `${pathname}?${text}`
      const { tableFilters } = state
      if (name === undefined) {
        router.history.push(href, { tableFilters })
        return
      }
      void router.commitLocation({
        ...router.latestLocation,
        href,
        publicHref: href,
        state: { tableFilters } as typeof state,
        // One of several tables, which may be far down the page, stays where it is on screen.
        resetScroll: false,
      })
    },
    [router, name, prefix],
  )
  return [search, change]
}
