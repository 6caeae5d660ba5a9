import { deleteSample, getSample } from '@gensvar/contract/samples'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'

/** A sample with what its page offers. */
export type Sample = Answer<typeof getSample>

/** The keys of a sample. */
export interface SampleRef {
  survey: string
  sampleId: number
}

/** A sample, fetched whenever its page is opened, and not while it is edited: what is new then is told on saving. */
export function sampleQuery({ survey, sampleId }: SampleRef) {
  return queryOptions({
    queryKey: ['sample', survey, sampleId],
    queryFn: ({ signal }) => call(getSample, { params: { survey, sampleId } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    meta: { quiet: true },
  })
}

/** Deletes a sample for good. */
export function useDeleteSample(ref: SampleRef) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteSample, { params: ref }),
    onSuccess: () => void refreshAround(queryClient, ref.survey, 'sample'),
  })
}
