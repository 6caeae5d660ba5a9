import type { Attack, Target } from './attack.ts'
import { fourByTwo } from './attack.ts'
import { gainsFrom, lookAtFigures } from './look.ts'
import type { Asked, AskedIndicator, BackgroundValue } from './asked.ts'
import { indicatorOf } from './vocabulary.ts'
import type { RandomSurvey, Respondent } from './random-survey.ts'

/** Number of targets of an attack in one survey. */
const targetsPerSurvey = 30

/**
 * An attack that asks for two figures whose sets differ by the target alone; both sets hold at least ten people. The
 * unfiltered figures of the same place and quarter are known too. Only its targets count.
 */
function difference(name: string, pairsOf: (context: Context) => Iterable<Pair>): Attack {
  return {
    name,
    declared: fourByTwo,
    run(target, question) {
      const { survey, sets } = target
      const indicator = indicatorOf(survey, question)
      const asks: Asked[] = []
      const targets: number[] = []
      for (const { wider, narrower, person } of pairsOf({ survey, indicator, groups: groupsOf(survey), sets })) {
        if (targets.length === targetsPerSurvey) break
        const [all, rest] = [sets.of(wider).answered, sets.of(narrower).answered]
        if (rest.length < 10 || all.length !== rest.length + 1 || !all.includes(person)) continue
        targets.push(person)
        asks.push(wider, narrower)
      }
      return gainsFrom(target, indicator, lookAtFigures(target, asks), targets)
    },
  }
}

interface Context {
  survey: RandomSurvey
  indicator: AskedIndicator
  sets: Target['sets']
  /** Respondents of each unit in each closed quarter. */
  groups: readonly (readonly Respondent[])[]
}

interface Pair {
  wider: Asked
  narrower: Asked
  person: number
}

/** One more value in a filter that takes several. */
export const oneMoreValue = difference('one more value in a filter', function* ({ survey, indicator, groups }) {
  for (const group of groups)
    for (let question = 0; question < fourByTwo.filters; question++)
      for (const [value, people] of Map.groupBy(group, ({ backgrounds }) => backgrounds[question] ?? 0)) {
        const [person] = people
        if (!person || people.length > 1) continue
        const others = valuesOf(survey, question).filter((one) => one !== value)
        const asked = (values: number[]): Asked => ({
          ...askedOf(person, indicator),
          outside: [{ kind: 'values', question, values }],
        })
        yield { wider: asked([...others, value]), narrower: asked(others), person: person.id }
      }
})

/** The months of a quarter against the quarter: the remaining month contains only the target. */
export const monthsAndQuarters = difference('months against quarters', function* ({ survey, indicator, groups }) {
  for (const { group, backgrounds } of withBackgrounds(survey, groups))
    for (const [month, people] of Map.groupBy(group, (one) => one.month)) {
      const [person] = people
      if (!person || people.length > 1) continue
      const rest = [0, 1, 2].filter((at) => 3 * person.quarter + at !== month).map((at) => 3 * person.quarter + at)
      const [first = 0, last = 0] = rest
      if (last - first > 1) continue
      const base = { ...askedOf(person, indicator), backgrounds }
      yield { wider: base, narrower: { ...base, period: { kind: 'month', index: first, to: last } }, person: person.id }
    }
})

/** A period one month longer, which adds only the target. */
export const oneMonthLonger = difference('a period one month longer', function* ({ survey, indicator, groups }) {
  for (const { group, backgrounds } of withBackgrounds(survey, groups))
    for (const [month, people] of Map.groupBy(group, (one) => one.month)) {
      const [person] = people
      if (!person || people.length > 1 || month < 3) continue
      const asked = (to: number): Asked => ({
        ...askedOf(person, indicator),
        backgrounds,
        period: { kind: 'month', index: 0, to },
      })
      yield { wider: asked(month), narrower: asked(month - 1), person: person.id }
    }
})

/** An indicator that counts only answers up to a value of another question. */
export const indicatorWhere = difference(
  "a condition in an indicator's where",
  function* ({ survey, indicator, groups }) {
    const question = (indicator.question + 1) % survey.questions.length
    const scale = survey.questions[question]
    for (const group of groups)
      for (const [answer, people] of Map.groupBy(group, ({ answers }) => answers[question] ?? null)) {
        const [person] = people
        if (!person || people.length > 1 || answer === null || !scale) continue
        const asked = (atMost: number): Asked => ({
          ...askedOf(person, indicator),
          outside: [{ kind: 'answer', question, atMost }],
        })
        yield { wider: asked(answer), narrower: asked(answer - 1), person: person.id }
      }
  },
)

function askedOf({ unit, quarter }: Respondent, indicator: AskedIndicator): Asked {
  return { place: unit, period: { kind: 'quarter', index: quarter }, backgrounds: [], indicator }
}

function valuesOf({ backgrounds }: RandomSurvey, question: number): number[] {
  return Array.from({ length: backgrounds[question] ?? 0 }, (_, value) => value)
}

function groupsOf({ respondents, quarters, units, planted }: RandomSurvey): Respondent[][] {
  const groups = Array.from({ length: units * quarters }, (): Respondent[] => [])
  for (const one of respondents)
    if (one.quarter < quarters - 1 && !planted.has(one.id)) groups[one.unit * quarters + one.quarter]?.push(one)
  return groups.filter((group) => group.length > 0)
}

/** The groups whole and by each background value: small enough for one person to be alone in a month. */
function* withBackgrounds(
  survey: RandomSurvey,
  groups: readonly (readonly Respondent[])[],
): Iterable<{ group: readonly Respondent[]; backgrounds: BackgroundValue[] }> {
  for (const group of groups) {
    yield { group, backgrounds: [] }
    for (let question = 0; question < fourByTwo.filters; question++)
      for (const value of valuesOf(survey, question))
        yield {
          group: group.filter(({ backgrounds }) => backgrounds[question] === value),
          backgrounds: [{ question, value }],
        }
  }
}
