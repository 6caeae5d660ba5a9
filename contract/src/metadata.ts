import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { metadataChoice, metadataQuestion, metadataQuestionGroup, questionTypes } from './entities/metadata.ts'
import { localeCode } from './local-text.ts'
import { nameParam, searchText } from './request-texts.ts'

/** Most questions that a search in the metadata answers with. */
export const mostFoundQuestions = 10

/** Most choices that are sent with a question; those that a search is for come first. */
export const mostShownChoices = 100

const params = z.object({ survey: nameParam })
const rowId = z.int().min(1).max(2_147_483_647)
const version = z.int32()

/** A text by language, as it is stored. */
const storedTexts = z.partialRecord(localeCode, z.string())

/** A question group as it is stored, with what a save must carry. */
const storedGroup = metadataQuestionGroup.extend({ id: rowId, version, name: storedTexts })

const storedChoice = metadataChoice.extend({
  id: rowId,
  version,
  title: storedTexts,
  /** The number of a scale's step, which is its name too. */
  isStep: z.boolean(),
})

const storedQuestion = metadataQuestion.extend({
  id: rowId,
  version,
  title: storedTexts,
  question: storedTexts,
  /** Ext name of its group; empty without one. */
  group: z.string(),
  sorder: z.int(),
  scaleMin: z.number().nullable(),
  scaleMax: z.number().nullable(),
  /** Language of its open answers where it does not depend on the respondent; empty otherwise. */
  language: z.string(),
  /** How many choices it has; at most `mostShownChoices` of them are sent. */
  nChoices: z.int(),
  choices: z.array(storedChoice).max(mostShownChoices),
})

/** What is wrong with the survey's configuration as its metadata is now: the line, and the reason in words. */
const configurationProblem = z.object({ line: z.int(), text: z.string() })

/** What `getMetadata` answers with. */
export type Metadata = z.infer<(typeof getMetadata)['response']>

/** A stored question of an answer. */
export type MetadataQuestion = z.infer<typeof storedQuestion>

/** A stored choice of an answer. */
export type MetadataChoice = z.infer<typeof storedChoice>

/** A stored question group of an answer. */
export type MetadataGroup = z.infer<typeof storedGroup>

/** Questions, choices and groups of a survey: those that a text is found in, at most ten questions. */
export const getMetadata = defineRoute({
  id: 'getMetadata',
  summary: "Search a survey's metadata",
  method: 'GET',
  path: '/rest/metadata/{survey}',
  permission: 'root',
  params,
  query: z.object({
    /** Words that all stand in a question's names, texts, group or choices; empty for the survey's first questions. */
    text: searchText.default(''),
    /** Ext name of a group whose questions alone are looked through. */
    group: nameParam.optional(),
    /** The first question to answer with, counted from 0. */
    rowFrom: z.coerce.number().int().min(0).default(0),
  }),
  body: z.undefined(),
  response: z.object({
    /** Languages of the organisation, in which texts are edited. */
    locales: z.array(localeCode),
    groups: z.array(storedGroup),
    questions: z.array(storedQuestion).max(mostFoundQuestions),
    /** How many questions are found. */
    total: z.int(),
    problems: z.array(configurationProblem),
  }),
})

/** Most characters of features and format, which are written as JSON. */
const mostSettings = 20_000

/** Settings as a JSON object in a text, as a form edits it; the server says where it is none. */
const settingsText = z.string().max(mostSettings)

const texts = z.partialRecord(localeCode, z.string().max(4000))
const name = z.string().trim().min(1).max(120)
const order = z.int().min(-1_000_000).max(1_000_000)

/**
 * Saves a question group, or adds one where it has no id. Errors: `conflict` at `version` for a stale version, at
 * `extName` for a name that is taken.
 */
export const saveQuestionGroup = defineRoute({
  id: 'saveQuestionGroup',
  summary: 'Save a question group',
  method: 'POST',
  path: '/rest/metadata/questiongroup/{survey}',
  permission: 'root',
  params,
  query: z.object({}),
  body: z.object({
    id: rowId.nullable(),
    version,
    extName: name,
    type: z.string().max(80),
    name: texts,
    sorder: order,
    features: settingsText,
    format: settingsText,
  }),
  response: storedGroup,
})

/** The version of the survey that the preview of a rename was made of; null where nothing is renamed. */
const renameSeen = z.int32().nullable()

/**
 * Saves a question. Another variable renames it everywhere it is used: `renameSeen` is then the version that
 * `previewRename` answered with. Errors: `conflict` at `version` for a stale version, at `renameSeen` where what a rename
 * touches was not seen, at `variable` for a name that is taken; `validation` at the field with the reason.
 */
export const saveQuestion = defineRoute({
  id: 'saveQuestion',
  summary: 'Save a question',
  method: 'POST',
  path: '/rest/metadata/question/{survey}',
  permission: 'root',
  params,
  query: z.object({}),
  body: z.object({
    id: rowId,
    version,
    variable: name,
    type: z.enum(questionTypes),
    foreignName: z.string().max(2000),
    group: nameParam,
    sorder: order,
    filterable: z.boolean(),
    weighted: z.boolean(),
    anonymizable: z.boolean(),
    diffmode: z.string().max(80),
    scaleMin: z.number().nullable(),
    scaleMax: z.number().nullable(),
    language: z.string().max(10),
    title: texts,
    question: texts,
    features: settingsText,
    format: settingsText,
    renameSeen,
  }),
  response: storedQuestion,
})

/** Saves a choice, or adds one where it has no id. Another extname renames it. Errors: as `saveQuestion`. */
export const saveChoice = defineRoute({
  id: 'saveChoice',
  summary: 'Save a choice of a question',
  method: 'POST',
  path: '/rest/metadata/choice/{survey}',
  permission: 'root',
  params,
  query: z.object({}),
  body: z.object({
    id: rowId.nullable(),
    questionId: rowId,
    version,
    extname: z.string().trim().min(1).max(200),
    title: texts,
    features: settingsText,
    renameSeen,
  }),
  response: storedChoice,
})

/** Deletes a choice that nothing uses. Throws `conflict` with how many answers, filters or places do. */
export const removeChoice = defineRoute({
  id: 'removeChoice',
  summary: 'Delete a choice',
  method: 'DELETE',
  path: '/rest/metadata/choice/{survey}/{choiceId}',
  permission: 'root',
  params: params.extend({ choiceId: z.coerce.number().pipe(rowId) }),
  query: z.object({}),
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** Where a name is used that a rename changes as well. */
export const touchedKinds = [
  'responses',
  'imports',
  'configuration',
  'userFilters',
  'roles',
  'savedFilters',
  'storedPaths',
  'actions',
  'effects',
  'apiKeys',
  'views',
  'units',
  'doubts',
  'mappings',
  'subscriptions',
  'chosenColumns',
] as const

/** One kind of place. */
export type TouchedKind = (typeof touchedKinds)[number]

/** What a rename touches. */
export type RenamePreview = z.infer<(typeof previewRename)['response']>

/**
 * What another name of a question, or of one of its choices, would change; nothing is changed. Errors: `validation` or
 * `conflict` at `name` where it cannot be renamed, with the reason.
 */
export const previewRename = defineRoute({
  id: 'previewRename',
  summary: 'What a rename touches',
  method: 'GET',
  path: '/rest/metadata/rename/{survey}',
  permission: 'root',
  params,
  query: z.object({
    question: z.coerce.number().pipe(rowId),
    choice: z.coerce.number().pipe(rowId).optional(),
    name: nameParam,
  }),
  body: z.undefined(),
  response: z.object({
    /** The version of the survey: a save carries it as `renameSeen`. */
    seen: z.int32(),
    touched: z.array(z.object({ kind: z.enum(touchedKinds), count: z.int() })),
    /** The lines of the configuration that change. */
    lines: z.array(z.object({ line: z.int(), place: z.string() })),
    /** Lines where the same word stands, which is no name of it and stays. */
    left: z.array(z.int()),
  }),
})
