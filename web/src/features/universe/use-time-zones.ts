import { useMemo } from 'react'

/** The time zones that the browser knows, and the one that is chosen, as options. */
export function useTimeZones(chosen: string): { value: string; label: string }[] {
  return useMemo(() => {
    const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
    const zones = known.includes(chosen) ? known : [chosen, ...known]
    return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
  }, [chosen])
}
