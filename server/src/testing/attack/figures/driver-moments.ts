import { Random } from '#server/demo/random.ts'
import { momentNoise, withNoise } from '#server/domain/drivers/published-moments.ts'
import { KeyedNoise } from '#server/domain/figures/publishing/keyed-noise.ts'
import { keyedPairs } from '#server/domain/statistics/keyed-pairs.ts'
import type { KeyedPairs } from '#server/domain/statistics/keyed-pairs.ts'
import type { Attack, PersonGain, Target } from './attack.ts'
import { fourByTwo } from './attack.ts'
import { GainTable, smoothGain } from './gain.ts'
import { populationOf } from './population.ts'
import type { RandomSurvey, Respondent } from './random-survey.ts'

const targetsPerSurvey = 5
/** Deviation of a number that is rounded to four decimals. */
const rounding = 1e-4 / Math.sqrt(12)

/**
 * What drivers are worked out from, after a period that one person answered in. The attacker is given more than one has: every other
 * answer there is, those of the target to other questions too.
 */
export const driverMoments: Attack = {
  name: 'drivers, knowing every other answer',
  declared: fourByTwo,
  run({ survey, oracle }, question) {
    const random = new Random(`${survey.seed}/drivers`)
    const closed = survey.respondents.filter(({ quarter }) => quarter < survey.quarters - 1)
    const targets = closed.filter(
      ({ quarter, answers, id }) =>
        quarter === survey.quarters - 2 && answers[question] !== null && !survey.planted.has(id),
    )
    return Array.from({ length: Math.min(targetsPerSurvey, targets.length) }, () => random.pick(targets)).flatMap(
      (target) => gainOn({ survey, oracle }, closed, target, question, random) ?? [],
    )
  },
}

/** A published number: how it follows from the moments, its value, and the deviation of its noise. */
interface Seen {
  of(moments: KeyedPairs): number
  read: number
  deviation: number
}

function gainOn(
  { survey, oracle }: Pick<Target, 'survey' | 'oracle'>,
  closed: readonly Respondent[],
  target: Respondent,
  question: number,
  random: Random,
): PersonGain | null {
  const population = populationOf(survey, question, 'mean')
  const given = target.answers[question] ?? 0
  const isGuarded = oracle.noiseVariance({ kind: 'mean', question }, closed.length).keyed > 0
  const exact = new Map(
    population.answers.map((answer) => [answer, momentsOf(survey, closed, target, question, answer)]),
  )
  const truth = exact.get(given)
  if (!truth || closed.length < 50) return null
  const asked = survey.questions.map(({ min, max }, at) => ({ variable: `q${at}`, kind: 'mean' as const, min, max }))
  const secret = Buffer.from(Array.from({ length: 32 }, () => random.int(0, 255)))
  const shown = isGuarded ? withNoise(asked, truth, new KeyedNoise(secret)) : null
  const noiseOf = (n: number, size: number): number =>
    Math.hypot(isGuarded ? size * momentNoise(n, asked.length) : 0, rounding)
  const pairs = truth.pairs.flatMap(({ first, second, n, r }, at): Seen[] => {
    if (first !== question && second !== question) return []
    const read = shown ? shown.pairs.find(([one, other]) => one === first && other === second)?.[3] : r
    return read === undefined ? [] : [{ of: (moments) => moments.pairs[at]?.r ?? 0, read, deviation: noiseOf(n, 1) }]
  })
  const deviation = truth.columns[question]?.deviation ?? 0
  const own: Seen = {
    of: (moments) => moments.columns[question]?.deviation ?? 0,
    read: shown?.columns[question]?.deviation ?? deviation,
    deviation: noiseOf(truth.columns[question]?.n ?? 1, deviation / Math.SQRT2),
  }
  const seen = [...pairs, own]
  // Each number tells as much of the answer as a mean would that varies with it as much.
  const information = seen.reduce((sum, { of, deviation: noise }) => {
    const numbers = population.answers.map((answer) => of(exact.get(answer) ?? truth))
    return sum + varianceOf(numbers, population.shares) / noise ** 2 / population.answerVariance
  }, 0)
  const posterior = 1 / (1 / population.answerVariance + information)
  const logs = population.answers.map((answer, place) =>
    seen.reduce(
      (sum, { of, read, deviation: noise }) => sum - (read - of(exact.get(answer) ?? truth)) ** 2 / (2 * noise ** 2),
      Math.log(population.shares[place] ?? 0),
    ),
  )
  const most = Math.max(...logs)
  const chances = logs.map((log) => Math.exp(log - most))
  const around = (place: number): number =>
    (chances[place - 1] ?? 0) + (chances[place] ?? 0) + (chances[place + 1] ?? 0)
  const best = chances.reduce((found, _, place) => (around(place) > around(found) ? place : found), 0)
  const table = new GainTable(population)
  return {
    person: target.id,
    smooth: smoothGain(posterior, population.answerVariance),
    strict: table.gainAt(posterior),
    hit: Math.abs((population.answers[best] ?? 0) - given) <= 1,
    blindHit: Math.abs(table.blindGuess - given) <= 1,
  }
}

function varianceOf(values: readonly number[], shares: readonly number[]): number {
  const mean = values.reduce((sum, value, at) => sum + value * (shares[at] ?? 0), 0)
  return values.reduce((sum, value, at) => sum + (value - mean) ** 2 * (shares[at] ?? 0), 0)
}

/** How the answers vary together, if the target had given an answer. */
function momentsOf(
  { questions }: RandomSurvey,
  people: readonly Respondent[],
  target: Respondent,
  question: number,
  answer: number,
): KeyedPairs {
  const columns = questions.map((_, at) =>
    Float64Array.from(people, (one) => (one === target && at === question ? answer : (one.answers[at] ?? Number.NaN))),
  )
  return keyedPairs(
    columns,
    Float64Array.from(people, ({ recordKey }) => recordKey >>> 0),
  )
}
