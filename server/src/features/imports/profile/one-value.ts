import { say } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { ScalePlan } from './answer-plan.ts'
import type { ColumnProfile } from './column-profile.ts'

/** Warns that a scale was guessed from a column whose answers are all the same. */
export function oneValueWarning(plan: ScalePlan, profile: ColumnProfile, variable: string): ImportNote[] {
  const [only, ...others] = profile.values
  if (!only || others.length > 0 || profile.capped || plan.binary) return []
  const [text, { row }] = only
  const words = say`all answers are ${text} (first in row ${row}), so the scale ${plan.min}-${plan.max} is a guess. To settle it, import with a configuration that says questions: { ${variable}: { min: ${plan.min}, max: ${plan.max} } } with the ends of the scale`
  return [noteOn(words, { row }, 'config')]
}
