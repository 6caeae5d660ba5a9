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
    select: ({ state }) => (state.tableFilter?.place === place ? state.tableFilter.term : ''),
  })
  const [term, setTerm] = useState(kept)
  const [settled, setSettled] = useState(kept)
  const [written, setWritten] = useState(kept)
  const [seen, setSeen] = useState({ place, kept })
  if (seen.place !== place || seen.kept !== kept) {
    setSeen({ place, kept })
    // What was written here is older than what is typed by now; anything else comes from another entry.
    if (seen.place !== place || kept !== written) {
      setTerm(kept)
      setSettled(kept)
      setWritten(kept)
    }
  }

  useEffect(() => {
    const timer = setTimeout(() => setSettled(term.trim()), pause)
    return () => clearTimeout(timer)
  }, [term])

  useEffect(() => {
    if (settled === written) return
    setWritten(settled)
    const here = router.latestLocation
    void router.commitLocation({
      ...here,
      state: { ...here.state, tableFilter: { place, term: settled } },
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }, [router, place, settled, written])

  return { term, setTerm, settled }
}
