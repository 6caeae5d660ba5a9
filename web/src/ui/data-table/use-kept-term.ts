import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useOwnSearch } from './use-table-search.ts'

/** Pause in typing after which the server is asked, in milliseconds. */
const pause = 250

/** The text typed into a table's filter. */
interface KeptTerm {
  /** What is typed. */
  term: string
  setTerm: (term: string) => void
  /** The same after a pause in typing. */
  settled: string
}

/**
 * The text a table is filtered by. It is kept in the entry of the history, so that Back from a row shows the table as it
 * was; another place begins without one. With `parameter` it is kept in the address instead, under that name, so that it
 * can be sent to others.
 */
export function useKeptTerm(place: string, parameter?: string): KeptTerm {
  const router = useRouter()
  const inEntry = useLocation({
    select: ({ state }) => state.tableFilters?.[place] ?? '',
  })
  const searchStr = useOwnSearch()
  const kept = parameter === undefined ? inEntry : (new URLSearchParams(searchStr).get(parameter) ?? '')
  const [term, setTerm] = useState(kept)
  const [settled, setSettled] = useState(kept)
  const [seen, setSeen] = useState({ place, kept })
  if (seen.place !== place || seen.kept !== kept) {
    setSeen({ place, kept })
    // What was written here itself is settled already, and may be older than what is typed by now.
    if (seen.place !== place || kept !== settled) {
      setTerm(kept)
      setSettled(kept)
    }
  }

  useEffect(() => {
    const wanted = term.trim()
    if (wanted === settled) return
    const timer = setTimeout(() => {
      setSettled(wanted)
      const here = router.latestLocation
      void router.commitLocation({
        ...(parameter === undefined
          ? { ...here, state: { ...here.state, tableFilters: { ...here.state.tableFilters, [place]: wanted } } }
          : { ...here, ...addressWith(here, parameter, wanted) }),
        replace: true,
        // The table stays where it is on screen.
        resetScroll: false,
        ignoreBlocker: true,
      })
    }, pause)
    return () => clearTimeout(timer)
  }, [router, place, parameter, term, settled])

  return { term, setTerm, settled }
}

/** An address with one parameter set, or without it where the value is empty; a table goes back to its first page. */
function addressWith({ pathname, searchStr }: { pathname: string; searchStr: string }, name: string, value: string) {
  const query = new URLSearchParams(searchStr)
  query.delete(name.replace(/[^.]*$/, 'page'))
  if (value === '') query.delete(name)
  else query.set(name, value)
  const text = query.toString()
  const href = text === '' ? pathname : `${pathname}?${text}`
  return { href, publicHref: href }
}
