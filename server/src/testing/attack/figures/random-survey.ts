import { Random } from '#server/demo/random.ts'

/** The variants of random surveys. */
export const variants = ['plain', 'non-response', 'correlated', 'moves', 'planted'] as const

/** One of them. */
export type Variant = (typeof variants)[number]

/** One answered questionnaire. */
export interface Respondent {
  /** Index in the survey's list of respondents. */
  id: number
  unit: number
  quarter: number
  /** Month, counted from the first month of the first quarter. */
  month: number
  /** Index in the order in which the running quarter's responses come in; -1 in a closed quarter. */
  arrival: number
  /** Value of each background question, from 0. */
  backgrounds: readonly number[]
  /** Answer to each rated question, null where it is missing. */
  answers: readonly (number | null)[]
  /** Random 32-bit integer that the noise is keyed by. */
  recordKey: number
}

/** A rated question, and how its answers are summarised besides their mean. */
export interface RatedQuestion {
  min: number
  max: number
  kind: 'mean' | 'nps'
}

/** A response that is given another unit after `at` responses of the running quarter have come in. */
export interface Move {
  respondent: number
  at: number
  to: number
}

/** Standard deviations of shared effects on answers, in scale steps before rounding. */
export interface SharedEffects {
  unit: number
  quarter: number
  /** Of each value of a background question. */
  backgroundValue: number
}

/** A small survey with everything an attacker may know about it; the attacks are on its answers. */
export interface RandomSurvey {
  seed: string
  variant: Variant
  units: number
  /** Number of quarters; the last one is still running. */
  quarters: number
  /** Number of quarters of the first calendar year before the survey's first. */
  yearOffset: number
  /** Number of values of each background question. */
  backgrounds: readonly number[]
  questions: readonly RatedQuestion[]
  respondents: readonly Respondent[]
  /** Running quarter's respondents in the order in which they come in. */
  arrivals: readonly number[]
  moves: readonly Move[]
  /** Respondents whose answers the attacker gave, and so knows. */
  planted: ReadonlySet<number>
  effects: SharedEffects
}

/** Options of a random survey. */
export interface SurveyOptions {
  variant?: Variant
  /** Median number of respondents per unit and quarter. */
  medianSize?: number
  units?: number
  /** Answers the attacker plants per target, in the variant `planted`. */
  plants?: number
  /** What answers have in common. */
  effects?: SharedEffects
}

const questions: readonly RatedQuestion[] = [
  { min: 1, max: 10, kind: 'mean' },
  { min: 0, max: 10, kind: 'nps' },
  { min: 1, max: 10, kind: 'mean' },
]

const usualEffects: SharedEffects = { unit: 0.25, quarter: 0.1, backgroundValue: 0 }

/** Standard deviation of answers before they are rounded and clamped to the scale. */
const spread = 1.8

/** A random survey, the same for the same seed: units of 3 to 400 respondents a quarter, six background questions. */
export function makeRandomSurvey(seed: string, options: SurveyOptions = {}): RandomSurvey {
  const random = new Random(seed)
  const variant = options.variant ?? 'plain'
  const effects = options.effects ?? { ...usualEffects, backgroundValue: variant === 'correlated' ? 0.1 : 0 }
  const units = options.units ?? Math.max(2, Math.min(12, Math.round(8 + 2.5 * random.normal())))
  const quarters = 5
  const shape: Shape = {
    random,
    variant,
    units,
    quarters,
    backgrounds: Array.from({ length: 6 }, () => random.int(2, 6)),
    model: answerModel(random, units, quarters, variant, effects),
    pick: () => [],
  }
  shape.pick = backgroundPicker(shape)
  const respondents: Respondent[] = []
  for (let unit = 0; unit < units; unit++) {
    const size = (options.medianSize ?? 30) * Math.exp(1.1 * random.normal())
    for (let quarter = 0; quarter < quarters; quarter++) {
      const n = Math.round(Math.max(3, Math.min(400, size * Math.exp(0.15 * random.normal()))))
      for (let at = 0; at < n; at++) respondents.push(makeRespondent(shape, respondents.length, unit, quarter))
    }
  }
  const planted = variant === 'planted' ? plant(shape, respondents, options.plants ?? 3) : new Map<number, number>()
  const arrivals = orderOfArrival(shape, respondents, planted)
  arrivals.forEach((id, at) => {
    const respondent = respondents[id]
    if (respondent) respondent.arrival = at
  })
  return {
    seed,
    variant,
    units,
    quarters,
    yearOffset: random.int(0, 3),
    backgrounds: shape.backgrounds,
    questions,
    respondents,
    arrivals,
    moves: variant === 'moves' ? makeMoves(shape, arrivals, respondents) : [],
    planted: new Set(planted.keys()),
    effects,
  }
}

interface Shape {
  random: Random
  variant: Variant
  units: number
  quarters: number
  backgrounds: readonly number[]
  model: AnswerModel
  /** Background values of one respondent of a unit. */
  pick: (unit: number) => number[]
}

/** What one question's answers are generated from. */
interface QuestionModel {
  mean: number
  unit: readonly number[]
  quarter: readonly number[]
  backgroundValue: readonly number[]
  responseRate: number
}

interface AnswerModel {
  perQuestion: readonly QuestionModel[]
  /** Share of a respondent's own variance that their answers have in common. */
  correlation: number
}

/** Most values of a background question. */
const maxValues = 6

function answerModel(
  random: Random,
  units: number,
  quarters: number,
  variant: Variant,
  effects: SharedEffects,
): AnswerModel {
  const normals = (count: number, sd: number): number[] => Array.from({ length: count }, () => sd * random.normal())
  return {
    correlation: 0.3 + 0.4 * random.next(),
    perQuestion: questions.map(() => ({
      mean: 6 + 2.2 * random.next(),
      unit: normals(units, effects.unit),
      quarter: normals(quarters, effects.quarter),
      backgroundValue: normals(6 * maxValues, effects.backgroundValue),
      responseRate: variant === 'non-response' ? 0.15 + 0.55 * random.next() : 1,
    })),
  }
}

function backgroundPicker({ random, variant, backgrounds, units }: Shape): (unit: number) => number[] {
  const shares = backgrounds.map((values) => {
    const weights = Array.from({ length: values }, () => 0.05 + random.next() ** 2)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.map((weight) => weight / sum)
  })
  // For correlated backgrounds, each class of people has its usual values, and each unit its usual class.
  const usual = backgrounds.map((values) => Array.from({ length: 3 }, () => random.int(0, values - 1)))
  const classOf = Array.from({ length: units }, () => random.int(0, 2))
  return (unit) => {
    const kind = random.chance(0.5) ? (classOf[unit] ?? 0) : random.int(0, 2)
    return shares.map((weights, question) => {
      if (variant === 'correlated' && random.chance(0.75)) return usual[question]?.[kind] ?? 0
      let left = random.next()
      const at = weights.findIndex((weight) => (left -= weight) < 0)
      return at < 0 ? weights.length - 1 : at
    })
  }
}

function makeRespondent(
  shape: Shape,
  id: number,
  unit: number,
  quarter: number,
  backgrounds?: readonly number[],
): Respondent {
  const { random, model } = shape
  const values = backgrounds ?? shape.pick(unit)
  const common = random.normal()
  return {
    id,
    unit,
    quarter,
    month: 3 * quarter + random.int(0, 2),
    arrival: -1,
    backgrounds: values,
    answers: model.perQuestion.map((one, question) => {
      const own = Math.sqrt(model.correlation) * common + Math.sqrt(1 - model.correlation) * random.normal()
      if (!random.chance(one.responseRate)) return null
      let answer = one.mean + spread * own
      answer += (one.unit[unit] ?? 0) + (one.quarter[quarter] ?? 0)
      values.forEach((value, at) => (answer += one.backgroundValue[at * maxValues + value] ?? 0))
      const { min, max } = questions[question] ?? { min: 0, max: 10 }
      return Math.max(min, Math.min(max, Math.round(answer)))
    }),
    recordKey: Math.floor(random.next() * 2 ** 32),
  }
}

/**
 * Adds answers by the attacker next to targets, with the targets' backgrounds: one target per closed quarter and
 * one in the running one. Returns the planted respondents with their target.
 */
function plant(shape: Shape, respondents: Respondent[], plants: number): Map<number, number> {
  const planted = new Map<number, number>()
  for (let quarter = 0; quarter < shape.quarters; quarter++) {
    const sizes = new Map<number, Respondent[]>()
    for (const one of respondents)
      if (one.quarter === quarter && !planted.has(one.id)) sizes.set(one.unit, [...(sizes.get(one.unit) ?? []), one])
    // In small units the attacker's answers are a larger share.
    const [smallest] = [...sizes.values()].sort((a, b) => a.length - b.length)
    const target = smallest && shape.random.pick(smallest)
    if (!target) continue
    for (let at = 0; at < plants; at++) {
      const own = makeRespondent(shape, respondents.length, target.unit, quarter, target.backgrounds)
      // Planted responses answer every question.
      own.answers = own.answers.map((answer, question) => answer ?? questions[question]?.min ?? 0)
      respondents.push(own)
      planted.set(own.id, target.id)
    }
  }
  return planted
}

/** The running quarter's order: at random, but an attacker answers right before their target. */
function orderOfArrival(
  shape: Shape,
  respondents: readonly Respondent[],
  planted: ReadonlyMap<number, number>,
): number[] {
  const running = shape.quarters - 1
  const order = respondents
    .filter(({ id, quarter }) => quarter === running && !planted.has(id))
    .map(({ id }) => ({ id, at: shape.random.next() }))
    .sort((a, b) => a.at - b.at)
  const before = new Map<number, number[]>()
  for (const [own, target] of planted) before.set(target, [...(before.get(target) ?? []), own])
  return order.flatMap(({ id }) => [...(before.get(id) ?? []), id])
}

/** One response in twenty is moved to another unit some time after it came in. */
function makeMoves({ random, units }: Shape, arrivals: readonly number[], respondents: readonly Respondent[]): Move[] {
  const moves = arrivals.flatMap((respondent, at): Move[] => {
    if (units < 2 || !random.chance(0.05)) return []
    const from = respondents[respondent]?.unit ?? 0
    return [{ respondent, at: random.int(at + 1, arrivals.length), to: (from + random.int(1, units - 1)) % units }]
  })
  return moves.sort((a, b) => a.at - b.at)
}
