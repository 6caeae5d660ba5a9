import { createHmac, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { hasEnded } from './member-sets.ts'
import type { CountingRule, MemberSets } from './member-sets.ts'
import { exactFigure } from './oracle.ts'
import type { Noise, Oracle } from './oracle.ts'
import type { Asked, AskedIndicator, BackgroundValue } from './asked.ts'
import type { RandomSurvey } from './random-survey.ts'

/** Parameters of the rules for anonymous surveys. */
export interface RuleSettings {
  /** Background questions that may be asked for, and how many of them combined. */
  filters: number
  together: 1 | 2
  /** Minimum number of answers unfiltered, with one background value and with two. */
  minimum: readonly [number, number, number]
  /** Strength of the noise: its standard deviation is this many sampling errors, up to 50 answers. */
  strength: number
  /** Number of answers above which the noise stays the same. */
  noiseUpTo: number
}

/** How responses are counted: batches of the running quarter, and longer periods of only closed quarters. */
export const publishedCounting: CountingRule = { batch: { responses: 10, answers: 10 }, longPeriodsAreClosed: true }

/** Minimum number of answers to estimate a question's spread; with fewer it has no figures. */
const leastForSpread = 10

/** The rules as published: four background questions, two at a time. */
export const publishedRules: RuleSettings = {
  filters: 4,
  together: 2,
  minimum: [10, 25, 50],
  strength: 0.8,
  noiseUpTo: 50,
}

/** Answers the vocabulary of anonymous surveys by the rules of `docs/anonymity.md`, and withholds everything else. */
export function referenceOracle(survey: RandomSurvey, sets: MemberSets, rules = publishedRules): Oracle {
  const spreads = spreadsOf(survey)
  const scale = ({ kind, question }: AskedIndicator): number | null =>
    kind === 'mean' ? (spreads[question] ?? null) : kind === 'nps' ? 75 : 45
  return {
    ask(asked) {
      const conditions = conditionsOf(asked)
      if (!conditions || !isKnown(survey, asked, conditions, rules)) return withheld
      const { records, answered } = sets.of(asked)
      const n = answered.length
      const sd = scale(asked.indicator)
      if (n < leastOf(asked, conditions, rules) || sd === null) return withheld
      const exact = exactFigure(survey, asked.indicator, answered)
      const noise = sd * shareOfNoise(n, rules) * keyedNormal(survey, asked.indicator, records, answered)
      return { value: shown(survey, asked.indicator, exact + noise), n: 5 * Math.round(n / 5) }
    },
    noiseVariance(indicator, n): Noise {
      const step = indicator.kind === 'mean' ? 0.1 : 1
      return { keyed: ((scale(indicator) ?? 0) * shareOfNoise(n, rules)) ** 2, rounding: step ** 2 / 12 }
    },
  }
}

const withheld = { value: null, n: null }

/** Conditions on backgrounds, including the user's own limits; null if a question is asked for twice. */
function conditionsOf({ backgrounds, asker }: Asked): BackgroundValue[] | null {
  const conditions = [...backgrounds, ...(asker?.filters ?? [])]
  return new Set(conditions.map(({ question }) => question)).size < conditions.length ? null : conditions
}

/** Whether the vocabulary has the question. */
function isKnown(
  survey: RandomSurvey,
  asked: Asked,
  conditions: readonly BackgroundValue[],
  { filters, together }: RuleSettings,
): boolean {
  const { period, indicator, outside = [] } = asked
  if (outside.length > 0 || period.to !== undefined || period.kind === 'month') return false
  if (conditions.length > together || conditions.some(({ question }) => question >= filters)) return false
  const filtered = conditions.length > 0
  if (filtered && (period.kind !== 'quarter' || !hasEnded(survey, asked))) return false
  if (indicator.kind === 'share') return !filtered && hasEnded(survey, asked)
  return !filtered || indicator.kind === survey.questions[indicator.question]?.kind
}

function leastOf({ indicator }: Asked, conditions: readonly BackgroundValue[], { minimum }: RuleSettings): number {
  const least = minimum[conditions.length] ?? Number.POSITIVE_INFINITY
  return indicator.kind === 'share' ? Math.max(30, least) : least
}

/** Standard deviation of the noise for n answers, in standard deviations of the answers. */
function shareOfNoise(n: number, { strength, noiseUpTo }: RuleSettings): number {
  return (strength * Math.sqrt(Math.min(n, noiseUpTo))) / n
}

function keyedNormal(
  survey: RandomSurvey,
  { kind, question, value }: AskedIndicator,
  records: readonly number[],
  answered: readonly number[],
): number {
  const name = `${kind}(${variableOf(question)}${kind === 'share' ? `,${value}` : ''})`
  // All shares of a question add up to 100, so a common part of their noise could be found.
  const set = kind === 'share' ? `set of ${name}` : 'set'
  const ofSet = hmacByte(survey, [set, records.length, keySum(survey, records)])
  const ofAnswers = hmacByte(survey, [name, answered.length, keySum(survey, answered)])
  return ((normals[ofSet] ?? 0) + (normals[ofAnswers] ?? 0)) / Math.SQRT2
}

/** Variable of a rated question. */
export function variableOf(question: number): string {
  return `q${question}`
}

/** The survey's secret. */
export function secretOf({ seed }: RandomSurvey): Buffer {
  return Buffer.from(`secret of ${seed}`)
}

function keySum({ respondents }: RandomSurvey, ids: readonly number[]): number {
  let sum = 0
  for (const id of ids) sum = (sum + (respondents[id]?.recordKey ?? 0)) >>> 0
  return sum
}

function hmacByte(survey: RandomSurvey, of: readonly [string, number, number]): number {
  let secret = secrets.get(survey)
  if (!secret) secrets.set(survey, (secret = createSecretKey(secretOf(survey))))
  return createHmac('sha256', secret).update(JSON.stringify(of)).digest()[0] ?? 0
}

const secrets = new WeakMap<RandomSurvey, KeyObject>()

/** Normal quantiles of (i + 0.5) / 256, clipped at 2.5 and scaled to standard deviation 1. */
const normals = scaledQuantiles()

function scaledQuantiles(): readonly number[] {
  const clipped = Array.from({ length: 256 }, (_, at) =>
    Math.max(-2.5, Math.min(2.5, normalQuantile((at + 0.5) / 256))),
  )
  const sd = Math.sqrt(clipped.reduce((sum, value) => sum + value * value, 0) / 256)
  return clipped.map((value) => value / sd)
}

/** By bisection; the table is made once. */
function normalQuantile(p: number): number {
  let low = -6
  let high = 6
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (normalBelow(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Probability of a standard normal below x, by the series 0.5 + phi(x) (x + x^3/3 + x^5/15 + ...). */
function normalBelow(x: number): number {
  let term = x
  let sum = x
  for (let odd = 3; Math.abs(term) > 1e-15; odd += 2) {
    term *= (x * x) / odd
    sum += term
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}

function shown(survey: RandomSurvey, { kind, question }: AskedIndicator, figure: number): number {
  if (kind === 'nps') return Math.max(-100, Math.min(100, Math.round(figure)))
  if (kind === 'share') return Math.max(0, Math.min(100, Math.round(figure)))
  const { min, max } = survey.questions[question] ?? { min: 0, max: 10 }
  return Math.max(min, Math.min(max, Math.round(figure * 10) / 10))
}

/** Standard deviations of the questions' answers in closed quarters, from a fifth to a third of the scale's length. */
export function spreadsOf(survey: RandomSurvey): (number | null)[] {
  return survey.questions.map(({ min, max }, question) => {
    const answers = survey.respondents.flatMap(({ quarter, answers: all }) => {
      const answer = all[question]
      return quarter === survey.quarters - 1 || answer === null || answer === undefined ? [] : [answer]
    })
    const n = answers.length
    if (n < leastForSpread) return null
    const mean = answers.reduce((sum, answer) => sum + answer, 0) / n
    const variance = answers.reduce((sum, answer) => sum + answer ** 2, 0) / n - mean ** 2
    return Math.min((max - min) / 3, Math.max((max - min) / 5, Math.sqrt(Math.max(0, variance))))
  })
}
