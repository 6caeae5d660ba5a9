import { queryOptions, useQuery } from '@tanstack/react-query'
import { getUnit, listUnitTasks } from '@gensvar/contract/units'
import type { UnitTask } from '@gensvar/contract/units'
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

/** Pause between two looks at moves under way, in ms. */
const pollBusy = 1_000

/** Whether a move or a merge has not ended. */
export const isUnderWay = ({ state }: Pick<UnitTask, 'state'>): boolean => state === 'waiting' || state === 'running'

/** The caller's moves and merges of very many responses. */
export const unitTasksQuery = (survey: string) =>
  queryOptions({
    queryKey: ['unit-tasks', survey],
    queryFn: ({ signal }) => call(listUnitTasks, { params: { survey } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.tasks.some(isUnderWay) === true ? pollBusy : false),
  })
