import { useQuery } from '@tanstack/react-query'
import { getUnit } from '@gensvar/contract/units'
import { call } from '#web/api.ts'

/** Loads a unit while a dialog shows it; null for none. */
export function useUnit(survey: string, unitId: number | null) {
  return useQuery({
    queryKey: ['unit', survey, unitId],
    queryFn: ({ signal }) => call(getUnit, { params: { survey, unitId: unitId ?? 0 } }, { signal }),
    enabled: unitId !== null,
    // What somebody else saved meanwhile would be a conflict later.
    staleTime: 0,
  })
}
