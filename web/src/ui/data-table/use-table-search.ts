import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { TableSearch } from '#web/paths.ts'

function read(searchStr: string): TableSearch {
  const query = new URLSearchParams(searchStr)
  const page = Number(query.get('page'))
  const direction = query.get('sortDesc')
  return {
    page: Number.isInteger(page) && page > 0 ? page : undefined,
    sortBy: query.get('sortBy') ?? undefined,
    sortDesc: direction === null ? undefined : direction === 'true',
  }
}

/**
 * Page (from 0), sorted column and direction in the URL, and functions to change them. Each change is an entry in the
 * history, so that Back undoes it. Works on every screen, whether or not its route declares the query.
 */
export function useTableSearch(): [TableSearch, (change: TableSearch) => void] {
  const router = useRouter()
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const search = useMemo(() => read(searchStr), [searchStr])
  const change = useCallback(
    (next: TableSearch) => {
      const { pathname, searchStr: current, state } = router.state.location
      const query = new URLSearchParams(current)
      for (const [name, value] of Object.entries(next)) {
        if (value === undefined || (name === 'page' && value === 0)) query.delete(name)
        else query.set(name, String(value))
      }
      const text = query.toString()
      router.history.push(text === '' ? pathname : `${pathname}?${text}`, { tableFilter: state.tableFilter })
    },
    [router],
  )
  return [search, change]
}
