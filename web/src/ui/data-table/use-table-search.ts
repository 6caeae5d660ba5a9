import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
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

/** The query of this screen: while another one loads, the address is that one's already. */
export function useOwnSearch(): string {
  const screen = useLocation({ select: ({ pathname }) => pathname.split('/')[1] ?? '' })
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const [own] = useState(screen)
  const [kept, setKept] = useState(searchStr)
  if (screen !== own) return kept
  if (kept !== searchStr) setKept(searchStr)
  return searchStr
}

/** Sets some parts of the query, and takes out those that are undefined. */
type ChangeSearch = (next: Readonly<Record<string, string | number | boolean | undefined>>) => void

/**
 * Changes parts of the query in the URL, whether or not the screen's route declares them. Each change is an entry in the
 * history, so that Back undoes it. `prefix` stands before their names. The screen stays where it is with `keepsScroll`.
 */
export function useChangeSearch(prefix = '', keepsScroll = false): ChangeSearch {
  const router = useRouter()
  return useCallback(
    (next) => {
      const { pathname, searchStr: current, state } = router.state.location
      const query = new URLSearchParams(current)
      for (const [part, value] of Object.entries(next)) {
        if (value === undefined || (part === 'page' && value === 0)) query.delete(`${prefix}${part}`)
        else query.set(`${prefix}${part}`, String(value))
      }
      const text = query.toString()
      const href = text === '' ? pathname : `${pathname}?${text}`
      const { tableFilters } = state
      if (!keepsScroll) {
        router.history.push(href, { tableFilters })
        return
      }
      void router.commitLocation({
        ...router.latestLocation,
        href,
        publicHref: href,
        state: { tableFilters } as typeof state,
        resetScroll: false,
      })
    },
    [router, prefix, keepsScroll],
  )
}

/**
 * Page (from 0), sorted column and direction in the URL, and functions to change them. Works on every screen, whether or
 * not its route declares the query. `name` tells the tables of a page apart: `targets.page`.
 */
export function useTableSearch(name?: string): [TableSearch, (change: TableSearch) => void] {
  const prefix = name === undefined ? '' : `${name}.`
  const searchStr = useOwnSearch()
  const search = useMemo(() => read(searchStr, prefix), [searchStr, prefix])
  // One of several tables, which may be far down the page, stays where it is on screen.
  const change = useChangeSearch(prefix, name !== undefined)
  return [search, useCallback((next: TableSearch) => change({ ...next }), [change])]
}
