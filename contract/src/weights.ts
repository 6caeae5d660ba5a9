import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { localText } from './local-text.ts'
import { nameParam } from './request-texts.ts'

const params = z.object({ survey: nameParam })
const percent = z.number().min(0).max(100)

/** A choice with its known share in percent, and the shares that it has without weights and with them. */
const weightedValue = z.object({
  name: z.string(),
  title: localText,
  known: percent,
  /** Null for those who may not see how all answers of the survey are spread, and before weights were computed. */
  before: percent.nullable(),
  after: percent.nullable(),
})

/** A question whose shares are known. */
const weightedQuestion = z.object({
  variable: z.string(),
  title: localText,
  values: z.array(weightedValue),
  /** Answers of which it is not known; null as above. */
  unknown: z.int().nullable(),
})

/** How weights are spread. */
const weightsSpread = z.object({
  /** Answers that were weighted. */
  n: z.int(),
  /** So many equally weighted answers would be as exact. */
  effectiveN: z.number(),
  /** By how much weights widen the square of an interval: n over the effective n. */
  designEffect: z.number(),
  least: z.number(),
  most: z.number(),
  /** Answers whose weight is at a limit of the configuration. */
  limited: z.int(),
})

/** The weights of a survey's answers. */
const surveyWeights = z.object({
  /** `none`: all answers count alike; `waiting`: shares are known, but no weights were computed yet. */
  state: z.enum(['none', 'waiting', 'weighted']),
  /** Whether the configuration has changed since, so that the weights in force are of other shares. */
  isOld: z.boolean(),
  computedAt: z.iso.datetime().nullable(),
  questions: z.array(weightedQuestion),
  limits: z.object({ least: z.number(), most: z.number() }).nullable(),
  /** Null for those who may not see it, and before weights were computed. */
  spread: weightsSpread.nullable(),
  /** Why the shares could not be met the last time, and when that was; null where they were. */
  failure: z.object({ words: localText, at: z.iso.datetime() }).nullable(),
  /** How far the task is that computes them, in percent; null where none is under way. */
  progress: percent.nullable(),
  /** Whether the reader may have them computed now. */
  canCompute: z.boolean(),
})

/** The weights of a survey's answers. */
export type SurveyWeights = z.infer<typeof surveyWeights>

/** The shares that the answers of a survey are weighted to, and how the weights are spread. */
export const getWeights = defineRoute({
  id: 'getWeights',
  summary: 'Weights of answers',
  method: 'GET',
  path: '/rest/weights/{survey}',
  permission: 'survey',
  params,
  query: z.object({}),
  body: z.undefined(),
  response: surveyWeights,
})

/**
 * Has the weights of a survey's answers computed now, by a task; it is also done by night and after a change of the
 * configuration. Errors: `conflict` for a survey without known shares.
 */
export const computeWeights = defineRoute({
  id: 'computeWeights',
  summary: 'Compute the weights of answers',
  method: 'POST',
  path: '/rest/weights/{survey}',
  permission: 'dashboard',
  params,
  query: z.object({}),
  body: z.object({}),
  response: z.object({ taskId: z.int() }),
})
