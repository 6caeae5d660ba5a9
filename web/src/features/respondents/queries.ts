import { queryOptions } from '@tanstack/react-query'
import { findRespondents, getDataProtection, getHeldData, previewAnonymisation } from '@gensvar/contract/respondents'
import type { FoundResponse } from '@gensvar/contract/respondents'
import { call } from '#web/api.ts'

/** Pause between two looks at tasks that run, in ms. */
const pollBusy = 2_000

/** How long a survey keeps its respondents, and the tasks of it. */
export const protectionQuery = (survey: string) =>
  queryOptions({
    queryKey: ['respondents', survey, 'rules'],
    queryFn: ({ signal }) => call(getDataProtection, { params: { survey } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.tasks.some((task) => task.state === 'waiting' || task.state === 'running') === true
        ? pollBusy
        : false,
  })

/** Responses of whoever a text tells of; what is found is not kept once it is off the screen. */
export const foundQuery = (survey: string, text: string) =>
  queryOptions({
    queryKey: ['respondents', survey, 'found', text],
    queryFn: ({ signal }) => call(findRespondents, { params: { survey }, body: { text } }, { signal }),
    enabled: text !== '',
    staleTime: Infinity,
    gcTime: 0,
  })

/** All that is held of some responses; not kept either. */
export const heldQuery = (survey: string, keys: readonly string[]) =>
  queryOptions({
    queryKey: ['respondents', survey, 'held', ...keys],
    queryFn: ({ signal }) =>
      call(getHeldData, { params: { survey }, body: { responses: keys.map(refOf) } }, { signal }),
    enabled: keys.length > 0,
    gcTime: 0,
  })

/** What anonymising responses of some days would reach. */
export const previewQuery = (survey: string, days: { from: string | null; to: string | null }, isAsked: boolean) =>
  queryOptions({
    queryKey: ['respondents', survey, 'preview', days.from, days.to],
    queryFn: ({ signal }) => call(previewAnonymisation, { params: { survey }, body: days }, { signal }),
    enabled: isAsked,
  })

/** Names a found response, in selections and in the address of its download. */
export const keyOf = ({ survey, responseId }: Pick<FoundResponse, 'survey' | 'responseId'>): string =>
  `${survey}:${responseId}`

/** The response that a key names. */
export function refOf(key: string): { survey: string; responseId: number } {
  const at = key.lastIndexOf(':')
  return { survey: key.slice(0, at), responseId: Number(key.slice(at + 1)) }
}
