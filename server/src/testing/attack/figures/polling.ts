import { afterTheEnd } from './arrivals.ts'
import type { Attack, Target } from './attack.ts'
import { fourByTwo } from './attack.ts'
import { gainsFrom, lookAtFigures } from './look.ts'
import { yearOf } from './member-sets.ts'
import type { Asked, AskedIndicator } from './oracle.ts'
import { closedVocabulary, indicatorOf, placesOf } from './vocabulary.ts'

/** Most responses of the running quarter that are watched one by one; those before are seen as a whole. */
const watched = 1000

/**
 * Looks at the running quarter after every response that comes in, at every place; and at years and all time before it
 * ends. When the quarter is closed, asks for all its figures too.
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

function* polls({ survey, sets }: Target, indicator: AskedIndicator): Iterable<Asked> {
  const running = survey.quarters - 1
  const first = Math.max(0, survey.arrivals.length - watched)
  const periods: Asked['period'][] = [
    { kind: 'quarter', index: running },
    { kind: 'year', index: yearOf(survey, running) },
    { kind: 'all', index: 0 },
  ]
  for (let at = first; at <= survey.arrivals.length; at++) {
    // Where nobody came in, figures are those shown before.
    const changed = at === first ? placesOf(survey) : sets.changes.has(at) ? [null, ...(sets.changes.get(at) ?? [])] : []
    for (const place of changed) for (const period of periods) yield { place, period, backgrounds: [], indicator, at }
  }
}
