import { say } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { Inference, ScalePlan } from '../profile/answer-plan.ts'
import { almostAll, countNumbers } from '../profile/infer-number.ts'
import { besideWarning, turned, wordsPlan } from '../profile/infer-text.ts'
import { numberWith } from '../profile/number-text.ts'
import type { DecimalMark } from '../profile/number-text.ts'
import { headerLabels, isLowBest } from '../profile/scale-direction.ts'
import { isBeside, knownStep, verbalScale, widenWords } from '../profile/verbal-scales.ts'
import type { ColumnProfile } from '../profile/column-profile.ts'

type RawColumn = Readonly<{ header: string; profile: ColumnProfile }>

/** Completes the steps of scales in words and of labelled ones by those of their neighbours. */
export function alignWords(inferred: readonly Inference[], columns: readonly RawColumn[]): Inference[] {
  const plans = inferred.map(({ plan }) => (plan.type === 'scale' && plan.steps ? plan : null))
  // Many columns have the same answers, and each kind is compared with once.
  const kinds = new Map(
    plans.flatMap((plan) => (plan?.steps ? [[[...plan.steps.keys()].sort().join('\n'), plan]] : [])),
  )
  const others = [...kinds.values()]
  return inferred.map((inference, index) => {
    const [own, column] = [plans[index], columns[index]]
    if (!own?.steps || !column) return inference
    if (own.words) {
      const wide = widenWords(
        own.words,
        others.flatMap(({ words }) => words ?? []),
      )
      return wide === own.words ? inference : wordsPlan(wide, column.profile)
    }
    const texts = [...own.steps.keys()]
    const wider = others.find(
      ({ words, steps, min, max }) =>
        !words && max - min > own.max - own.min && texts.every((text) => steps?.has(text)),
    )
    return wider
      ? { ...inference, plan: { ...wider, steps: new Map(texts.map((text) => [text, wider.steps?.get(text) ?? 0])) } }
      : inference
  })
}

/** Turns scales of numbers whose header says that the lowest is the best, and tells of those that are turned. */
export function turnScales(inferred: readonly Inference[], columns: readonly RawColumn[]): Inference[] {
  return inferred.map((inference, index) => {
    const column = columns[index]
    if (!column || inference.plan.type !== 'scale') return inference
    const plan = turnedByHeader(inference.plan, column.header)
    return plan.lowBest ? { plan, warnings: [...turnedWarnings(plan, column), ...inference.warnings] } : inference
  })
}

function turnedByHeader(plan: ScalePlan, header: string): ScalePlan {
  if (plan.lowBest || plan.steps || plan.binary) return plan
  const labels = headerLabels(header).filter(([number]) => number >= plan.min && number <= plan.max)
  // The ends are steps of the scale whether or not the header has words for them.
  return isLowBest([...labels, [plan.min, ''], [plan.max, '']]) ? turned(plan) : plan
}

function turnedWarnings({ min, max, mark }: ScalePlan, { profile }: RawColumn): ImportNote[] {
  const outside = [...countNumbers(profile, mark)].filter(([value]) => value < min || value > max)
  const cells = outside.reduce((sum, [, count]) => sum + count, 0)
  return [
    noteOn(say`${min} is the best answer: the numbers are turned, so that higher is better (${min} counts as ${max})`),
    ...(cells === 0
      ? []
      : [
          noteOn(
            cells === 1
              ? say`1 cell is outside ${min}-${max}: not answered`
              : say`${cells} cells are outside ${min}-${max}: not answered`,
          ),
        ]),
  ]
}

/** A question's scale in words. */
export interface KnownSteps {
  steps: ReadonlyMap<string, number>
  min: number
  max: number
  lowBest?: boolean
}

/**
 * Reads a column by the words of the survey's question. `misfit` is the first text that is none of them, unless nearly all
 * cells fit.
 */
export function readSteps(
  known: KnownSteps,
  column: RawColumn,
  mark: DecimalMark,
): { misfit: string | null; inference: Inference } {
  const { min, max, lowBest = false } = known
  const { header, profile } = column
  const stepOf = (text: string): number | null => {
    const step = knownStep(known.steps, text)
    if (step !== null) return step
    const number = numberWith(mark, text)
    return number === null || number < min || number > max ? null : lowBest ? min + max - number : number
  }
  const found = [...profile.values].map(([text, { count }]) => ({ text, count, step: stepOf(text) }))
  const fitting = found.reduce((sum, { step, text, count }) => (step !== null || isBeside(text) ? sum + count : sum), 0)
  const misfit = found.find(({ step, text }) => step === null && !isBeside(text))?.text ?? null
  const steps = new Map([
    ...known.steps,
    ...found.flatMap(({ text, step }) => (step === null ? [] : [[text, step] as const])),
  ])
  const words = verbalScale(header, profile, true)
  const plan: ScalePlan = {
    type: 'scale',
    min,
    max,
    binary: min === 0 && max === 1,
    outside: lowBest ? 'blank' : 'counted',
    whole: [...steps.values()].every((step) => Number.isInteger(step)),
    mark,
    steps,
    ...(lowBest && { lowBest }),
    ...(words && { words: { ...words, steps, min, max } }),
  }
  const inference = { plan, warnings: besideWarning(steps, profile) }
  return { misfit: fitting < almostAll * profile.filled ? misfit : null, inference }
}
