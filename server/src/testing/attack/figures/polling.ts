import type { Attack, Target } from './attack.ts'
import { fourByTwo } from './attack.ts'
import { gainsFrom, lookAtFigures } from './look.ts'
import { yearOf } from './member-sets.ts'
import { afterTheEnd } from './oracle.ts'
import type { Asked, AskedIndicator } from './oracle.ts'
import { closedVocabulary, indicatorOf } from './vocabulary.ts'

/** Most responses of the running quarter that are watched one by one; those before are seen as a whole. */
const watched = 300

/**
 * Looks at the running quarter after every response that comes in: at its unit and at the top, for the quarter, the year
 * to date and all time. When the quarter is closed, asks for all its figures too.
 */
export const polling: Attack = {
  name: 'before and after each response of the running quarter',
  declared: fourByTwo,
  run(target, question) {
    const { survey } = target
    const indicator = indicatorOf(survey, question)
    const asks = [
      ...polls(target, indicator),
      ...closedVocabulary(survey, indicator, { ...fourByTwo, detailed: [survey.quarters - 1], at: afterTheEnd }),
    ]
    return gainsFrom(target, indicator, lookAtFigures(target, asks), survey.arrivals.slice(-watched))
  },
}

function* polls({ survey }: Target, indicator: AskedIndicator): Iterable<Asked> {
  const running = survey.quarters - 1
  const year = yearOf(survey, running)
  const periods: Asked['period'][] = [
    { kind: 'quarter', index: running },
    // A year that has just begun holds nobody but the quarter's.
    ...(yearOf(survey, running - 1) === year ? [{ kind: 'year', index: year } as const] : []),
    { kind: 'all', index: 0 },
  ]
  const movedAt = Map.groupBy(survey.moves, ({ at }) => at)
  for (let at = Math.max(0, survey.arrivals.length - watched); at <= survey.arrivals.length; at++) {
    const last = survey.respondents[survey.arrivals[at - 1] ?? -1]
    const changed = new Set<number | null>([null, ...(last ? [last.unit] : [])])
    for (const { respondent, to } of movedAt.get(at) ?? []) {
      changed.add(survey.respondents[respondent]?.unit ?? null)
      changed.add(to)
    }
    for (const place of changed) for (const period of periods) yield { place, period, backgrounds: [], indicator, at }
  }
}
