import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

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
 * was; another place begins without one.
 */
export function useKeptTerm(place: string): KeptTerm {
  const router = useRouter()
  const kept = useLocation({
    select: ({ state }) => state.tableFilters?.[place] ?? '',
  })
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
        ...here,
        state: { ...here.state, tableFilters: { ...here.state.tableFilters, [place]: wanted } },
        replace: true,
        // The table stays where it is on screen.
        resetScroll: false,
        ignoreBlocker: true,
      })
    }, pause)
    return () => clearTimeout(timer)
  }, [router, place, term, settled])

  return { term, setTerm, settled }
}
