import { queryOptions } from '@tanstack/react-query'
import { listImages } from '@gensvar/contract/template-editor'
import {
  getQuestionnaire,
  getQuestionnaireProgress,
  getQuestionnaireStart,
  getQuestionnaireVersion,
  listQuestionnaireTemplates,
  listQuestionnaireVersions,
} from '@gensvar/contract/questionnaires'
import { call } from '#web/api.ts'

/** What is fetched of questionnaires begins with it. */
export const questionnaireKey = ['questionnaires']

/** The draft as the builder opens with it: what is edited then is kept by its keeper. */
export const questionnaireQuery = (survey: string) =>
  queryOptions({
    queryKey: [...questionnaireKey, 'draft', survey],
    queryFn: ({ signal }) => call(getQuestionnaire, { params: { survey } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { quiet: true },
  })

/** The published versions, newest first, as many as are asked for. */
export const versionsQuery = (survey: string, rowTo: number) =>
  queryOptions({
    queryKey: [...questionnaireKey, 'versions', survey, rowTo],
    queryFn: ({ signal }) =>
      call(listQuestionnaireVersions, { params: { survey }, query: { rowFrom: 0, rowTo } }, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
    meta: { quiet: true },
  })

/** A published version with its document. */
export const versionQuery = (survey: string, number: number) =>
  queryOptions({
    queryKey: [...questionnaireKey, 'version', survey, number],
    queryFn: ({ signal }) => call(getQuestionnaireVersion, { params: { survey, number } }, { signal }),
    staleTime: Infinity,
    meta: { quiet: true },
  })

/** The start templates in the reader's language. */
export const templatesQuery = (locale: string) =>
  queryOptions({
    queryKey: [...questionnaireKey, 'templates', locale],
    queryFn: ({ signal }) => call(listQuestionnaireTemplates, {}, { signal }),
    staleTime: Infinity,
    meta: { quiet: true },
  })

/** Images that the organisation has uploaded, of which one can be the logo. */
export const logosQuery = (survey: string) =>
  queryOptions({
    queryKey: [...questionnaireKey, 'logos', survey],
    queryFn: ({ signal }) => call(listImages, { params: { survey } }, { signal }),
    meta: { quiet: true },
  })

/** What the guided start of the organisation goes on with. */
export const startQuery = queryOptions({
  queryKey: [...questionnaireKey, 'start'],
  queryFn: ({ signal }) => call(getQuestionnaireStart, {}, { signal }),
  staleTime: 0,
  meta: { quiet: true },
})

/** Milliseconds between two questions whether the first answer is there. */
const askAfter = 2_000

/** How far a survey is; asked again every two seconds until its first answer is there. */
export const progressQuery = (survey: string) =>
  queryOptions({
    queryKey: [...questionnaireKey, 'progress', survey],
    queryFn: ({ signal }) => call(getQuestionnaireProgress, { params: { survey } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.answers ?? 0) > 0 ? false : askAfter),
    meta: { quiet: true },
  })
