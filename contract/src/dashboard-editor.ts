import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { questionTypes } from './entities/metadata.ts'
import { localText } from './local-text.ts'
import { pageQuery } from './paging.ts'
import { nameParam } from './request-texts.ts'

/** Most characters of a configuration. */
export const maxConfigurationLength = 300_000

/** Most problems of a configuration that are told at once. */
export const mostProblems = 200

/** Longest note of a publication, in characters. */
export const maxNoteLength = 500

/**
 * Sections of a configuration that root alone may change, each as the keys that lead to it: they decide who sees what, and
 * what of an anonymous survey is told.
 */
export const protectedSections: readonly (readonly [string, ...string[]])[] = [
  ['extName'],
  ['anonymity'],
  ['filters', 'hidden'],
  ['comparable'],
  ['bands'],
  ['weights'],
  ['sharing'],
  ['views'],
  ['userVariables'],
  ['respondent'],
  ['eventDate'],
  ['dated'],
  ['timeZone'],
]

const params = z.object({ survey: nameParam })
const noQuery = z.object({})
const text = z.string().max(maxConfigurationLength)
const note = z.string().trim().max(maxNoteLength).default('')
const version = z.int32().min(0)
const when = z.iso.datetime({ offset: true })

/** Something wrong with a configuration, at its place in the text; lines and columns count from 1. */
const configurationProblem = z.object({
  line: z.int(),
  column: z.int(),
  /** Where the marked part ends, the column being the one after it. */
  endLine: z.int(),
  endColumn: z.int(),
  /** An `error` keeps it from being published. */
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  /** Keys and list positions that lead to it; empty for an error of the text itself. */
  path: z.array(z.union([z.string(), z.number()])),
})

const configurationVersion = z.object({
  number: z.int(),
  /** Who published it; an import names itself. */
  author: z.string(),
  created: when,
  source: z.enum(['import', 'user']),
  note: z.string(),
  isCurrent: z.boolean(),
})

const draftState = z.object({
  /** The draft; what is published where there is none. */
  text: z.string(),
  /** What saving, publishing and discarding have to name; it rises with each of them. */
  version,
  isDraft: z.boolean(),
  /** Number of the published version that the draft began with, or was last merged with. */
  basedOn: version,
  /** Who saved the draft last, and when; null without a draft. */
  changedBy: z.string().nullable(),
  changed: when.nullable(),
  /** What is in force. Its number is 0 for a survey without a configuration. */
  published: configurationVersion.omit({ isCurrent: true, created: true }).extend({
    text: z.string(),
    created: when.nullable(),
  }),
  /** Sections that this caller may not change, as keys; empty for root. */
  protectedSections: z.array(z.array(z.string())),
})

/** Something wrong with a configuration, at its place in the text. */
export type PlacedConfigurationProblem = z.infer<typeof configurationProblem>

/** The draft of a survey with what is published. */
export type DraftState = z.infer<typeof draftState>

/** A version of a survey's configuration, without its text. */
export type ConfigurationVersion = z.infer<typeof configurationVersion>

/** The draft of a survey's configuration, which all who may edit it share, and what is published. */
export const getDraft = defineRoute({
  id: 'getDraft',
  summary: 'Draft of a configuration',
  method: 'GET',
  path: '/rest/dashboard/draft/{survey}',
  permission: 'dashboard',
  params,
  query: noQuery,
  body: z.undefined(),
  response: draftState,
})

/**
 * Saves the draft, whatever is wrong with it. Errors: `conflict` at `version` where somebody has saved, published or
 * discarded it since it was read, with who and when.
 */
export const saveDraft = defineRoute({
  id: 'saveDraft',
  summary: 'Save the draft of a configuration',
  method: 'PUT',
  path: '/rest/dashboard/draft/{survey}',
  permission: 'dashboard',
  params,
  query: noQuery,
  /** `basedOn`: the published version that the text was made from. */
  body: z.object({ text, version, basedOn: version }),
  response: draftState,
})

/** Throws the draft away. Errors: `conflict` at `version` as saving has it. */
export const discardDraft = defineRoute({
  id: 'discardDraft',
  summary: 'Discard the draft of a configuration',
  method: 'DELETE',
  path: '/rest/dashboard/draft/{survey}',
  permission: 'dashboard',
  params,
  query: z.object({ version: z.coerce.number().pipe(version) }),
  body: z.undefined(),
  response: draftState,
})

/** Checks a text as publishing does, against the survey as it is now. Nothing is stored. */
export const checkDraft = defineRoute({
  id: 'checkDraft',
  summary: 'Check a configuration',
  method: 'POST',
  path: '/rest/dashboard/check/{survey}',
  permission: 'dashboard',
  params,
  query: noQuery,
  body: z.object({ text }),
  response: z.object({ problems: z.array(configurationProblem).max(mostProblems) }),
})

/**
 * Publishes the draft. Errors: `conflict` at `version` for a draft that has changed; `conflict` at `basedOn` where another
 * version was published since the draft began, with who and when: merge it and save the draft with the new `basedOn`;
 * `validation` with line and column for what does not fit.
 */
export const publishDraft = defineRoute({
  id: 'publishDraft',
  summary: 'Publish the draft of a configuration',
  method: 'POST',
  path: '/rest/dashboard/publish/{survey}',
  permission: 'dashboard',
  params,
  query: noQuery,
  body: z.object({ version, note }),
  response: draftState,
})

/** The questions of a survey, which a configuration can name. */
export const listConfigurationQuestions = defineRoute({
  id: 'listConfigurationQuestions',
  summary: 'Questions that a configuration can name',
  method: 'GET',
  path: '/rest/dashboard/questions/{survey}',
  permission: 'dashboard',
  params,
  query: noQuery,
  body: z.undefined(),
  response: z.object({
    questions: z.array(z.object({ variable: z.string(), title: localText, type: z.enum(questionTypes) })),
  }),
})

/** Names by which the list of versions is sorted. */
export const versionOrders = ['number', 'author', 'created'] as const

/** The published versions of a configuration, newest first. */
export const listConfigurationVersions = defineRoute({
  id: 'listConfigurationVersions',
  summary: 'Versions of a configuration',
  method: 'GET',
  path: '/rest/dashboard/versions/{survey}',
  permission: 'dashboard',
  params,
  query: pageQuery.extend({ sortVar: nameParam.pipe(z.enum(versionOrders)).optional() }),
  body: z.undefined(),
  response: z.object({ versions: z.array(configurationVersion), total: z.int() }),
})

/** One version with its text. Errors: `not_found`. */
export const getConfigurationVersion = defineRoute({
  id: 'getConfigurationVersion',
  summary: 'A version of a configuration',
  method: 'GET',
  path: '/rest/dashboard/versions/{survey}/{number}',
  permission: 'dashboard',
  params: params.extend({ number: z.coerce.number().pipe(z.int32().min(1)) }),
  query: noQuery,
  body: z.undefined(),
  response: configurationVersion.extend({ text: z.string() }),
})

/**
 * Publishes an earlier version again, as a new one. The draft stays. Errors: `conflict` at `current` where another version
 * was published since; `validation` with line and column where the earlier one no longer fits the survey.
 */
export const rollbackConfiguration = defineRoute({
  id: 'rollbackConfiguration',
  summary: 'Publish an earlier version of a configuration',
  method: 'POST',
  path: '/rest/dashboard/rollback/{survey}',
  permission: 'dashboard',
  params,
  query: noQuery,
  /** `current`: number of the version in force, as it was seen. */
  body: z.object({ number: z.int32().min(1), current: version, note }),
  response: draftState,
})
