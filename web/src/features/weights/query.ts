import { useQuery } from '@tanstack/react-query'
import { getWeights } from '@gensvar/contract/weights'
import { call } from '#web/api.ts'

/** Pause between two loads while weights are computed, in ms. */
const pollBusy = 1000

/** Key of the query of a survey's weights. */
export function weightsKey(survey: string): readonly string[] {
  return ['weights', survey]
}

/** The weights of a survey's answers; followed while they are computed. */
export function useWeights(survey: string, isShown = true) {
  return useQuery({
    queryKey: weightsKey(survey),
    queryFn: ({ signal }) => call(getWeights, { params: { survey } }, { signal }),
    enabled: isShown,
    refetchInterval: ({ state }) => (state.data?.progress == null ? false : pollBusy),
  })
}
