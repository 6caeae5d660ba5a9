import {
  createInterviewComment,
  getInterview,
  listShares,
  revokeShare,
  shareInterview,
} from '@gensvar/contract/interviews'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api.ts'

/** Which interview is meant. */
export interface InterviewRef {
  survey: string
  interviewId: number
}

/** A single interview. */
export function interviewQuery({ survey, interviewId }: InterviewRef) {
  return queryOptions({
    queryKey: ['interview', survey, interviewId],
    queryFn: ({ signal }) => call(getInterview, { params: { survey, interviewId } }, { signal }),
    meta: { quiet: true },
  })
}

/** Public pages of an interview. */
export function sharesQuery({ survey, interviewId }: InterviewRef) {
  return queryOptions({
    queryKey: ['interview-shares', survey, interviewId],
    queryFn: ({ signal }) => call(listShares, { params: { survey, interviewId } }, { signal }),
  })
}

/** Adds a comment and shows it at once in the interview it was written on. */
export function useAddComment(ref: InterviewRef) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (message: string) => call(createInterviewComment, { params: ref, body: { message } }),
    onSuccess: (comment) =>
      queryClient.setQueryData<InterviewData>(
        interviewQuery(ref).queryKey,
        (data) => data && { ...data, comments: [...data.comments, comment] },
      ),
  })
}

/** Makes a public page of an interview. */
export function useShareInterview(ref: InterviewRef) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { network: 'FACEBOOK' | 'LINKEDIN'; quote: string | null }) =>
      call(shareInterview, { params: ref, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharesQuery(ref).queryKey }),
  })
}

/** Takes a public page back. */
export function useRevokeShare(ref: InterviewRef) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (shareId: number) => call(revokeShare, { params: { ...ref, shareId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharesQuery(ref).queryKey }),
  })
}
