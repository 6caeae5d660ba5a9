import { driverBasisExample, effectRowExample, priorityFields } from '../drivers.ts'
import type { EffectRow, PriorityPoint, driverBasis, effectsAnswer } from '../drivers.ts'
import type { z } from 'zod'
import type { AnswerState } from './in-states.ts'
import { fewResponses, longNames, longTitle, withheldReason } from './words.ts'

/** The basis of drivers in each state. */
export function basisIn(state: AnswerState): z.infer<typeof driverBasis> {
  switch (state) {
    case 'empty':
      return { ...driverBasisExample, n: fewResponses, r2: null, why: { en: 'There are too few answers here.' } }
    case 'withheld':
      return { ...driverBasisExample, n: null, r2: null, asOf: null, why: withheldReason }
    case 'few':
      return { ...driverBasisExample, n: 40, r2: null, indicative: true }
    case 'long': {
      const left = { variable: 'clean', title: longTitle, why: { en: 'It does not go with CSI, or only by chance.' } }
      return { ...driverBasisExample, n: 400_000, of: 1_204_567, left: [left] }
    }
  }
}

/** An answer of effects in each state. */
export function effectsAnswerIn(state: AnswerState): z.infer<typeof effectsAnswer> {
  return { ...basisIn(state), rows: effectsIn(state) }
}

function effectsIn(state: AnswerState): EffectRow[] {
  if (state === 'empty' || state === 'withheld') return []
  if (state === 'few') return [{ ...effectRowExample, effect: 0.52, low: 0.25, high: 0.72, cases: 'closed' }]
  return [longTitle, ...longNames].map((title, at) => {
    const effect = 3.1 - at * 0.8
    const named = { variable: `question${at}`, variables: [`question${at}`], title }
    return { ...effectRowExample, ...named, effect, low: effect - 0.4, high: effect + 0.5 }
  })
}

/** Points of a priority chart in each state. */
export function pointsIn(state: AnswerState): PriorityPoint[] {
  return effectsIn(state).map((row, at) => ({
    ...row,
    score: [7.4, 8.9, 8.8, 7.2][at] ?? 8,
    n: state === 'few' ? 40 : 400_000,
    field: priorityFields[at] ?? 'lower',
  }))
}

/** Where the lines of a priority chart are in each state. */
export function cutsIn(state: AnswerState): { cutScore: number; cutEffect: number } {
  return state === 'few' ? { cutScore: 7.4, cutEffect: 0.52 } : { cutScore: 8.2, cutEffect: 1.9 }
}
