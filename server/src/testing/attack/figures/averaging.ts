import { Random } from '#server/demo/random.ts'
import type { Attack } from './attack.ts'
import { fourByTwo } from './attack.ts'
import { gainsFrom, lookAtFigures } from './look.ts'
import type { Asked } from './asked.ts'
import { indicatorOf } from './vocabulary.ts'
import type { RandomSurvey, Respondent } from './random-survey.ts'

/** Pairs of requests per target. */
const pairs = 100

/**
 * The averaging attack (Asghar and Kaafar 2020): many different requests select nearly the same people, half of them
 * with the target and half without, so that noise drawn independently for each request averages out.
 */
export const averaging: Attack = {
  name: 'averaging over many near-equal sets',
  declared: fourByTwo,
  run(target, question) {
    const { survey } = target
    const indicator = indicatorOf(survey, question)
    const random = new Random(`${survey.seed}/averaging`)
    const person = findTarget(survey, random)
    if (!person) return []
    const base: Asked = {
      place: person.unit,
      period: { kind: 'quarter', index: person.quarter },
      backgrounds: [],
      indicator,
    }
    const asks = function* (): Iterable<Asked> {
      yield base
      for (let at = 0; at < pairs; at++) {
        const around = survey.backgrounds.map((count, background) =>
          nearlyAll(random, count, person.backgrounds[background] ?? 0),
        )
        const without = random.int(0, survey.backgrounds.length - 1)
        for (const sets of [
          around,
          around.map((values, background) => (background === without ? others(values, person, background) : values)),
        ])
          yield {
            ...base,
            outside: sets.map((values, background) => ({ kind: 'values', question: background, values })),
          }
      }
    }
    return gainsFrom(target, indicator, lookAtFigures(target, asks()), [person.id])
  },
}

/** Somebody in a closed quarter whose backgrounds nobody else in their unit has. */
function findTarget({ respondents, quarters, planted, units }: RandomSurvey, random: Random): Respondent | null {
  const unit = random.int(0, units - 1)
  const group = respondents.filter(
    (one) => one.unit === unit && one.quarter === 0 && quarters > 1 && !planted.has(one.id),
  )
  const profiles = Map.groupBy(group, ({ backgrounds }) => backgrounds.join())
  return [...profiles.values()].find((people) => people.length === 1)?.[0] ?? null
}

/** The values of a question without at most one, never the target's. */
function nearlyAll(random: Random, count: number, own: number): number[] {
  const left = random.int(0, count)
  return Array.from({ length: count }, (_, value) => value).filter((value) => value === own || value !== left)
}

function others(values: readonly number[], { backgrounds }: Respondent, question: number): number[] {
  return values.filter((value) => value !== backgrounds[question])
}
