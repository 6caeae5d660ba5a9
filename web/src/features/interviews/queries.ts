import { getInterview, listShares, revokeShare } from '@gensvar/contract/interviews'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { figuresMeta } from '#web/lib/figures-shown.ts'

/** The keys of an interview. */
export interface InterviewRef {
  survey: string
  interviewId: number
}

/** A single interview. */
export function interviewQuery({ survey, interviewId }: InterviewRef) {
  return queryOptions({
    queryKey: ['interview', survey, interviewId],
    queryFn: ({ signal }) => call(getInterview, { params: { survey, interviewId } }, { signal }),
    meta: figuresMeta,
  })
}

/** Public pages of an interview. */
export function sharesQuery({ survey, interviewId }: InterviewRef) {
  return queryOptions({
    queryKey: ['interview-shares', survey, interviewId],
    queryFn: ({ signal }) => call(listShares, { params: { survey, interviewId } }, { signal }),
  })
}

/** Revokes a public page. */
export function useRevokeShare(ref: InterviewRef) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (shareId: number) => call(revokeShare, { params: { ...ref, shareId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharesQuery(ref).queryKey }),
  })
}
