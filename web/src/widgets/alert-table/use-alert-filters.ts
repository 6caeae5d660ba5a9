import { useMemo } from 'react'
import { useChangeSearch, useOwnSearch } from '#web/ui/data-table/use-table-search.ts'
import type { AlertQuery } from './alert-source.ts'

/** Names of the states in addresses, in the order they follow each other, with their numbers. */
export const stateNumbers = { open: 2, processing: 6, closed: 3 } as const

/** A state as addresses name it. */
export type StateName = keyof typeof stateNumbers

/** The states in the order they follow each other. */
export const stateNames: readonly StateName[] = ['open', 'processing', 'closed']

/** What an alert list is filtered by; no states are all of them. */
export interface AlertFilters {
  states: readonly StateName[]
  mine: boolean
  overdue: boolean
}

function read(searchStr: string, prefix: string): AlertFilters {
  const query = new URLSearchParams(searchStr)
  const named = (query.get(`${prefix}states`) ?? '').split(',')
  return {
    states: stateNames.filter((state) => named.includes(state)),
    mine: query.get(`${prefix}mine`) === 'true',
    overdue: query.get(`${prefix}overdue`) === 'true',
  }
}

/** The filters as the call takes them. */
export function filterQuery({ states, mine, overdue }: AlertFilters): Partial<AlertQuery> {
  return {
    ...(states.length > 0 && { states: states.join(',') }),
    ...(mine && { mine: 'true' }),
    ...(overdue && { overdue: 'true' }),
  }
}

/** The filters of an alert list in the URL, and the way to change them: the list begins with its first page then. */
export function useAlertFilters(name?: string): [AlertFilters, (change: Partial<AlertFilters>) => void] {
  const prefix = name === undefined ? '' : `${name}.`
  const searchStr = useOwnSearch()
  const filters = useMemo(() => read(searchStr, prefix), [searchStr, prefix])
  const change = useChangeSearch(prefix, true)
  return [
    filters,
    ({ states, mine, overdue }) =>
      change({
        page: undefined,
        ...(states !== undefined && { states: states.length === 0 ? undefined : states.join(',') }),
        ...(mine !== undefined && { mine: mine || undefined }),
        ...(overdue !== undefined && { overdue: overdue || undefined }),
      }),
  ]
}
