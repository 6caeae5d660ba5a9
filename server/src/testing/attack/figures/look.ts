import type { PersonGain, Target } from './attack.ts'
import type { Oracle } from './oracle.ts'
import type { Asked, AskedIndicator } from './asked.ts'
import { answerCode, populationOf } from './population.ts'
import type { Population } from './population.ts'
import type { Estimate, Figure, Prior } from './linear-estimate.ts'
import { estimateAnswers } from './linear-estimate.ts'
import { GainTable, smoothGain } from './gain.ts'
import type { RandomSurvey, Respondent } from './random-survey.ts'

/** Requests figures and keeps those that are shown, each set of answers once, without planted answers. */
export function lookAtFigures({ survey, sets, oracle }: Target, asks: Iterable<Asked>): Figure[] {
  const looks = new Map<string, Look>()
  for (const asked of asks) {
    const { value } = oracle.ask(asked)
    if (value === null) continue
    const { records, answered } = sets.of(asked)
    const key = setKey(survey, answered)
    const look = looks.get(key)
    // The same set has the same noise, so repeating tells nothing new; other records without an answer change half of
    // it.
    const ofRecords = setKey(survey, records)
    if (!look) looks.set(key, { asked, answered, values: new Map([[ofRecords, value]]) })
    else if (!look.values.has(ofRecords)) look.values.set(ofRecords, value)
  }
  return [...looks.values()].map((look) => figureOf(survey, oracle, look))
}

/** The gain from figures for each of `people` whose answer the attacker does not know. */
export function gainsFrom(
  target: Target,
  indicator: AskedIndicator,
  figures: readonly Figure[],
  people: readonly number[],
): PersonGain[] {
  const { survey } = target
  const kind = indicator.kind === 'nps' ? 'nps' : 'mean'
  const known = knownOf(survey, indicator.question, kind)
  const unknown = survey.respondents
    .filter(({ id, answers }) => answers[indicator.question] !== null && !survey.planted.has(id))
    .map(({ id }) => id)
  // The population's mean is public, so blind guessing uses it too.
  const everybody = {
    members: unknown,
    size: unknown.length,
    value: meanCode(survey, { ...indicator, kind }, unknown),
    noiseVariance: exactness,
  }
  const estimates = estimateAnswers({
    people: unknown,
    blockOf: (person) => survey.respondents[person]?.quarter ?? 0,
    figures: [everybody, ...figures],
    prior: priorOf(survey, known.population, unknown),
    wanted: new Set(people),
  })
  return people.flatMap((person) => {
    const estimate = estimates.get(person)
    const answer = survey.respondents[person]?.answers[indicator.question]
    if (!estimate || answer === null || answer === undefined) return []
    return [personGain(person, estimate, answer, known)]
  })
}

interface Known {
  population: Population
  table: GainTable
}

/** What is known about a question before any attack, computed once per survey. */
function knownOf(survey: RandomSurvey, question: number, kind: 'mean' | 'nps'): Known {
  const questions = knownQuestions.get(survey) ?? new Map<number, Known>()
  knownQuestions.set(survey, questions)
  const found = questions.get(question)
  if (found) return found
  const population = populationOf(survey, question, kind)
  const made = { population, table: new GainTable(population) }
  questions.set(question, made)
  return made
}

const knownQuestions = new WeakMap<RandomSurvey, Map<number, Known>>()

interface Look {
  asked: Asked
  answered: readonly number[]
  /** Shown figures by the key of all records in the set. */
  values: Map<string, number>
}

function figureOf({ respondents, planted }: RandomSurvey, oracle: Oracle, { asked, answered, values }: Look): Figure {
  const { indicator } = asked
  const size = answered.length
  let known = 0
  const members = answered.filter((id) => {
    if (!planted.has(id)) return true
    known += answerCode(indicator, respondents[id]?.answers[indicator.question] ?? 0)
    return false
  })
  const shown = [...values.values()].reduce((sum, value) => sum + value, 0) / values.size
  const { keyed, rounding } = oracle.noiseVariance(indicator, size)
  return {
    members,
    size,
    value: shown - known / size,
    noiseVariance: keyed * (0.5 + 0.5 / values.size) + rounding / values.size + exactness,
  }
}

/** Minimum variance of every figure, so that redundant figures can be solved for. */
const exactness = 1e-7

function personGain(
  person: number,
  { mean, variance }: Estimate,
  answer: number,
  { population, table }: Known,
): PersonGain {
  const guess = table.guess(mean, variance)
  // What is learned about the code, scaled by how far the answer follows it.
  const learned = population.explained * (1 - Math.min(1, Math.max(0, variance) / population.variance))
  return {
    person,
    smooth: smoothGain((1 - learned) * population.answerVariance, population.answerVariance),
    strict: table.gainAt(variance),
    hit: Math.abs(guess - answer) <= 1,
    blindHit: Math.abs(table.blindGuess - answer) <= 1,
  }
}

/** What the attacker assumes answers have in common, which is the truth. */
function priorOf(survey: RandomSurvey, population: Population, people: readonly number[]): Prior {
  const { units, quarters, backgrounds, effects, respondents } = survey
  const all: Factor[] = [
    { sd: effects.unit, levels: units, of: ({ unit }) => unit },
    { sd: effects.quarter, levels: quarters, of: ({ quarter }) => quarter },
    ...backgrounds.map((levels, at): Factor => ({
      sd: effects.backgroundValue,
      levels,
      of: (respondent) => respondent.backgrounds[at] ?? 0,
    })),
  ]
  const factors = all.filter(({ sd }) => sd > 0)
  const starts = factors.map((_, at) => factors.slice(0, at).reduce((sum, { levels }) => sum + levels, 0))
  const variances = factors.map(({ sd }) => (sd * population.slope) ** 2)
  // What a factor adds to the spread within the survey: nothing if everybody has the same level.
  const shared = factors.reduce(
    (sum, factor, at) => sum + (variances[at] ?? 0) * (1 - chanceAlike(survey, factor, people)),
    0,
  )
  return {
    mean: population.mean,
    ownVariance: Math.max(population.variance - shared, 0.1 * population.variance),
    effects: factors.flatMap(({ levels }, at) => Array.from({ length: levels }, () => variances[at] ?? 0)),
    effectsOf(person) {
      const one = respondents[person]
      return one ? factors.map((factor, at) => (starts[at] ?? 0) + factor.of(one)) : []
    },
  }
}

/** Something that people have in common, such as their unit. */
interface Factor {
  sd: number
  levels: number
  of(respondent: Respondent): number
}

/** Probability that two people drawn at random are at the same level of a factor. */
function chanceAlike({ respondents }: RandomSurvey, { levels, of }: Factor, people: readonly number[]): number {
  const counts = new Float64Array(levels)
  for (const id of people) {
    const one = respondents[id]
    if (one) counts[of(one)] = (counts[of(one)] ?? 0) + 1
  }
  return counts.reduce((sum, count) => sum + (count / Math.max(1, people.length)) ** 2, 0)
}

/** Mean code of the attacked people, from the population's shares without the planted answers. */
function meanCode({ respondents }: RandomSurvey, indicator: AskedIndicator, people: readonly number[]): number {
  const sum = people.reduce(
    (total, id) => total + answerCode(indicator, respondents[id]?.answers[indicator.question] ?? 0),
    0,
  )
  return sum / Math.max(1, people.length)
}

function setKey({ respondents }: RandomSurvey, ids: readonly number[]): string {
  let sum = 0
  let mixed = 0
  for (const id of ids) {
    const key = respondents[id]?.recordKey ?? 0
    sum = (sum + key) >>> 0
    mixed = (mixed + Math.imul(key ^ (key >>> 15), 0x85ebca6b)) >>> 0
  }
  return `${ids.length}/${sum}/${mixed}`
}
