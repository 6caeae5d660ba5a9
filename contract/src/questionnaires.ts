import { z } from 'zod'
import { extName } from './configuration/names.ts'
import { mostQuestions } from './configuration/questionnaire.ts'
import { defineRoute } from './define-route.ts'
import { localeCode, locales } from './local-text.ts'
import { pageQuery } from './paging.ts'
import { questionnaireDocument } from './questionnaire-document.ts'
import { nameParam } from './request-texts.ts'

/** The start templates that the product brings. */
export const questionnaireTemplates = ['csat', 'nps', 'ces', 'visit', 'pulse'] as const

/** Most problems of a questionnaire that are told at once. */
export const mostQuestionnaireProblems = 200

const params = z.object({ survey: nameParam })
const ofVersion = params.extend({ number: z.coerce.number().pipe(z.int32().min(1)) })
const noQuery = z.object({})
const version = z.int32().min(0)
/** Stands for what respondents were asked at a moment. */
const askedMark = z.string().max(64)
const when = z.iso.datetime({ offset: true })
const note = z.string().trim().max(500).default('')
const storedTexts = z.partialRecord(localeCode, z.string())

const questionnaireTemplate = z.object({
  name: z.enum(questionnaireTemplates),
  /** In the reader's language, as is what it is for. */
  title: z.string(),
  description: z.string(),
  questions: z.int(),
  /** How long answering takes, in minutes, to the nearest half. */
  minutes: z.number(),
  languages: z.array(localeCode),
})

const questionnaireProblem = z.object({
  /** Where it is: keys and positions as the form names fields, such as `questions.3.choices.1.title.sv`; empty for all. */
  path: z.string(),
  /** An `error` keeps it from being published, a `hint` does not. */
  severity: z.enum(['error', 'hint']),
  message: z.string(),
})

const check = z.object({
  problems: z.array(questionnaireProblem).max(mostQuestionnaireProblems),
  /** How long answering takes, in minutes, to the nearest half: with every question shown, in the main language. */
  minutes: z.number(),
})

const questionnaireVersion = z.object({
  number: z.int(),
  author: z.string(),
  created: when,
  note: z.string(),
  questions: z.int(),
  isCurrent: z.boolean(),
})

const questionnaireState = z.object({
  survey: z.string(),
  title: storedTexts,
  /** The draft; what is published where there is none. */
  document: questionnaireDocument,
  /** What saving, publishing, restoring and discarding have to name; it rises with each of them. */
  version,
  isDraft: z.boolean(),
  /** Stands for what respondents were asked when the draft began; for what they are asked now where there is none. */
  basedOn: askedMark,
  /**
   * What respondents are asked was changed after the draft began, outside of it, as in the configuration or the metadata:
   * publishing the draft would undo that. Null where it was not.
   */
  overtaken: z
    .object({
      /** What happened, in the reader's language. */
      message: z.string(),
      /** What they were asked when the draft began, and what they are asked now. */
      before: questionnaireDocument,
      after: questionnaireDocument,
      /** Stands for what they are asked now: a draft saved with it is meant to take its place. */
      basedOn: askedMark,
    })
    .nullable(),
  /** Who saved the draft last, and when; null without a draft. */
  changedBy: z.string().nullable(),
  changed: when.nullable(),
  /** What respondents are asked; null where nothing was published with the builder. */
  published: z.object({ number: z.int(), author: z.string(), created: when }).nullable(),
  /** Languages of the organisation, its own first. */
  locales: z.array(localeCode),
  /** Variables of the questions that the survey has by now: they keep their variable, and as a rule their type. */
  stored: z.array(z.string()),
  /** The survey has answers: a stored question that one of them answers keeps its type. */
  hasAnswers: z.boolean(),
  /** Questions of the survey that the document does not ask, as they can be put back into it. */
  unasked: questionnaireDocument.shape.questions,
  /** What publishing would say now. */
  check,
})

const progress = z.object({
  survey: z.string(),
  title: storedTexts,
  /** Number of the published questionnaire; null before the first is published. */
  published: z.int().nullable(),
  /** The draft has questions that are not published. */
  hasDraft: z.boolean(),
  /** The open link to the whole survey; null where there is none. */
  link: z.string().nullable(),
  /** The link as a QR code, an SVG image; null where there is none. */
  qrCode: z.string().nullable(),
  /** Answers that have arrived; null where the survey is anonymous and too few have. */
  answers: z.int().nullable(),
})

/** A start template as it is offered. */
export type QuestionnaireTemplate = z.infer<typeof questionnaireTemplate>

/** Something wrong with a questionnaire, at its field. */
export type QuestionnaireProblem = z.infer<typeof questionnaireProblem>

/** What checking a questionnaire answers with. */
export type QuestionnaireCheck = z.infer<typeof check>

/** A published version, without its document. */
export type QuestionnaireVersion = z.infer<typeof questionnaireVersion>

/** The draft of a questionnaire with what is published. */
export type QuestionnaireState = z.infer<typeof questionnaireState>

/** How far a survey is on its way to its first answer. */
export type QuestionnaireProgress = z.infer<typeof progress>

/** The start templates, each in all languages of the product. */
export const listQuestionnaireTemplates = defineRoute({
  id: 'listQuestionnaireTemplates',
  summary: 'Start templates of questionnaires',
  method: 'GET',
  path: '/rest/questionnaires/templates',
  permission: 'create-surveys',
  params: z.object({}),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ templates: z.array(questionnaireTemplate) }),
})

/**
 * Makes a survey with the draft of a questionnaire. Errors: `conflict` at `survey` for a name that is taken; `validation`
 * at `title`, `languages` or `universe`; `forbidden` for another organisation than the session's.
 */
export const createQuestionnaire = defineRoute({
  id: 'createQuestionnaire',
  summary: 'Make a survey with a questionnaire',
  method: 'POST',
  path: '/rest/questionnaires',
  permission: 'create-surveys',
  params: z.object({}),
  query: noQuery,
  body: z.object({
    /** Name of the survey in addresses; it must be new in its organisation. */
    survey: extName,
    /** Its title, in the main language at least. */
    title: z.partialRecord(localeCode, z.string().trim().max(200)),
    template: z.enum(questionnaireTemplates).nullable(),
    /** The first is the main language. */
    languages: z.array(localeCode).min(1).max(locales.length),
    /** Organisation: the session's by default. Only root may name another; it is created if missing, with the title. */
    universe: extName.nullable().default(null),
    universeTitle: z.string().trim().min(1).max(200).nullable().default(null),
  }),
  response: z.object({ universe: z.string(), survey: z.string() }),
})

/** The draft of a questionnaire, which all who may edit it share; what is published where there is none. */
export const getQuestionnaire = defineRoute({
  id: 'getQuestionnaire',
  summary: 'Questionnaire of a survey',
  method: 'GET',
  path: '/rest/questionnaires/draft/{survey}',
  permission: 'create-surveys',
  params,
  query: noQuery,
  body: z.undefined(),
  response: questionnaireState,
})

/**
 * Saves the draft, whatever is wrong with it, and names its new questions and choices. Errors: `conflict` at `version`
 * where somebody has saved, published or discarded it since it was read, with who and when; `conflict` at `basedOn` where
 * what respondents are asked was changed since.
 */
export const saveQuestionnaireDraft = defineRoute({
  id: 'saveQuestionnaireDraft',
  summary: 'Save the draft of a questionnaire',
  method: 'PUT',
  path: '/rest/questionnaires/draft/{survey}',
  permission: 'create-surveys',
  params,
  query: noQuery,
  /** `basedOn`: as it was read; left out where that does not matter. */
  body: z.object({ document: questionnaireDocument, version, basedOn: askedMark.optional() }),
  response: questionnaireState,
})

/** Throws the draft away. Errors: `conflict` at `version` as saving has it. */
export const discardQuestionnaireDraft = defineRoute({
  id: 'discardQuestionnaireDraft',
  summary: 'Discard the draft of a questionnaire',
  method: 'DELETE',
  path: '/rest/questionnaires/draft/{survey}',
  permission: 'create-surveys',
  params,
  query: z.object({ version: z.coerce.number().pipe(version) }),
  body: z.undefined(),
  response: questionnaireState,
})

/** Checks a questionnaire as publishing does. Nothing is stored. */
export const checkQuestionnaire = defineRoute({
  id: 'checkQuestionnaire',
  summary: 'Check a questionnaire',
  method: 'POST',
  path: '/rest/questionnaires/check/{survey}',
  permission: 'create-surveys',
  params,
  query: noQuery,
  body: z.object({ document: questionnaireDocument }),
  response: check,
})

/**
 * Publishes the draft: questions, choices, the page of respondents, and for a survey without one a dashboard. Errors:
 * `conflict` at `version` for a draft that has changed, and at `basedOn` where what respondents are asked was changed outside
 * of it since it began; `validation` at each field that keeps it from being published.
 */
export const publishQuestionnaire = defineRoute({
  id: 'publishQuestionnaire',
  summary: 'Publish a questionnaire',
  method: 'POST',
  path: '/rest/questionnaires/publish/{survey}',
  permission: 'create-surveys',
  params,
  query: noQuery,
  body: z.object({ version, note }),
  response: questionnaireState,
})

/**
 * A page of respondents as a questionnaire would have it, with every question whatever its rule, for a frame that runs
 * nothing of it. Nothing is stored, and
 * nothing that is entered counts.
 */
export const previewQuestionnaire = defineRoute({
  id: 'previewQuestionnaire',
  summary: 'Preview a questionnaire',
  method: 'POST',
  path: '/rest/questionnaires/preview/{survey}',
  permission: 'create-surveys',
  params,
  query: noQuery,
  /** `page`: which one, from 0; the last where there are fewer. */
  body: z.object({
    document: questionnaireDocument,
    language: localeCode,
    page: z.int().min(0).max(mostQuestions).default(0),
  }),
  response: z.object({ html: z.string(), pages: z.int() }),
})

/** Names by which the list of versions is sorted. */
export const questionnaireOrders = ['number', 'author', 'created'] as const

/** The published versions of a questionnaire, newest first. */
export const listQuestionnaireVersions = defineRoute({
  id: 'listQuestionnaireVersions',
  summary: 'Versions of a questionnaire',
  method: 'GET',
  path: '/rest/questionnaires/versions/{survey}',
  permission: 'create-surveys',
  params,
  query: pageQuery.extend({ sortVar: nameParam.pipe(z.enum(questionnaireOrders)).optional() }),
  body: z.undefined(),
  response: z.object({ versions: z.array(questionnaireVersion), total: z.int() }),
})

/** One version with its document. Errors: `not_found`. */
export const getQuestionnaireVersion = defineRoute({
  id: 'getQuestionnaireVersion',
  summary: 'A version of a questionnaire',
  method: 'GET',
  path: '/rest/questionnaires/versions/{survey}/{number}',
  permission: 'create-surveys',
  params: ofVersion,
  query: noQuery,
  body: z.undefined(),
  response: questionnaireVersion.extend({ document: questionnaireDocument }),
})

/**
 * Puts an earlier version into the draft, which has to be published then. Errors: `conflict` at `version` as saving has
 * it; `not_found`.
 */
export const restoreQuestionnaireVersion = defineRoute({
  id: 'restoreQuestionnaireVersion',
  summary: 'Restore a version of a questionnaire',
  method: 'POST',
  path: '/rest/questionnaires/restore/{survey}',
  permission: 'create-surveys',
  params,
  query: noQuery,
  body: z.object({ number: z.int32().min(1), version }),
  response: questionnaireState,
})

/** How far a survey is: published, with a link, with answers. Small enough to be asked for every few seconds. */
export const getQuestionnaireProgress = defineRoute({
  id: 'getQuestionnaireProgress',
  summary: 'How far a questionnaire is',
  method: 'GET',
  path: '/rest/questionnaires/progress/{survey}',
  permission: 'create-surveys',
  params,
  query: noQuery,
  body: z.undefined(),
  response: progress,
})

/** What the guided start of the session's organisation goes on with. */
export const getQuestionnaireStart = defineRoute({
  id: 'getQuestionnaireStart',
  summary: 'Where the guided start goes on',
  method: 'GET',
  path: '/rest/questionnaires/start',
  permission: 'create-surveys',
  params: z.object({}),
  query: noQuery,
  body: z.undefined(),
  response: z.object({
    /** Surveys of the organisation; 0 also where the session has none. */
    surveys: z.int(),
    /** The survey whose questionnaire was worked on last; null without one. */
    latest: progress.nullable(),
    /** Languages of the organisation, its own first; all where the session has none. */
    locales: z.array(localeCode),
  }),
})
