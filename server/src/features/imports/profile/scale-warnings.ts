import { Count, say } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { ScalePlan } from './answer-plan.ts'
import type { ColumnProfile } from './column-profile.ts'
import { countNumbers } from './infer-number.ts'
import { isMissingCode } from './missing-words.ts'

/** The answers of a column outside its scale, with how often each occurs; without codes for "no answer". */
export function answersOutside(plan: ScalePlan, profile: ColumnProfile): Map<number, number> {
  const isAnswer = (value: number): boolean => !isMissingCode(value, plan) && (value > plan.max || value < plan.min)
  return new Map([...countNumbers(profile, plan.mark)].filter(([value]) => isAnswer(value)))
}

/** Notes on the codes for "no answer" beside a scale, which are not counted. */
export function scaleWarnings(plan: ScalePlan, profile: ColumnProfile): ImportNote[] {
  const codes = [...countNumbers(profile, plan.mark)].filter(([value]) => isMissingCode(value, plan))
  return codes.map(([code, many]) =>
    noteOn(many === 1 ? say`1 cell is ${code}: not answered` : say`${new Count(many)} cells are ${code}: not answered`),
  )
}
