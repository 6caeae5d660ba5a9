import { afterTheEnd } from './arrivals.ts'
import type { Attack, Target } from './attack.ts'
import { fourByTwo } from './attack.ts'
import { gainsFrom, lookAtFigures } from './look.ts'
import { yearOf } from './member-sets.ts'
import type { Asked, AskedIndicator } from './asked.ts'
import { closedVocabulary, indicatorOf, placesOf } from './vocabulary.ts'

/** Maximum number of observed moments at which somebody new is counted; earlier ones are observed together. */
const watched = 300

/**
 * Requests the running quarter's figures after every response that comes in, at every place, and those of years and all
 * time before it ends. When the quarter is closed, requests all its figures too.
 */
export const polling: Attack = {
  name: 'before and after each response of the running quarter',
  declared: fourByTwo,
  run(target, question) {
    const { survey, sets } = target
    const indicator = indicatorOf(survey, question)
    const moments = [...sets.changes.keys()].filter((at) => at <= survey.arrivals.length).slice(-watched)
    const first = moments.length < watched ? 0 : (moments[0] ?? 1) - 1
    const asks = [
      ...polls(target, indicator, [first, ...moments]),
      ...closedVocabulary(survey, indicator, { ...fourByTwo, detailed: [survey.quarters - 1], at: afterTheEnd }),
    ]
    return gainsFrom(target, indicator, lookAtFigures(target, asks), survey.arrivals.slice(first))
  },
}

/** If nobody new is counted, figures are the same as before. */
function* polls(
  { survey, sets }: Target,
  indicator: AskedIndicator,
  [first = 0, ...moments]: readonly number[],
): Iterable<Asked> {
  const running = survey.quarters - 1
  const periods: Asked['period'][] = [
    { kind: 'quarter', index: running },
    { kind: 'year', index: yearOf(survey, running) },
    { kind: 'all', index: 0 },
  ]
  for (const at of [first, ...moments]) {
    const places = at === first ? placesOf(survey) : [null, ...(sets.changes.get(at) ?? [])]
    for (const place of places) for (const period of periods) yield { place, period, backgrounds: [], indicator, at }
  }
}
