import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
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

/**
 * Notes on the numbers outside a scale: codes, which are not counted, and answers, which are unless configured
 * otherwise.
 */
export function scaleWarnings(plan: ScalePlan, profile: ColumnProfile, variable: string): ImportNote[] {
  const counts = countNumbers(profile, plan.mark)
  const outside = answersOutside(plan, profile)
  const codes = [...counts].filter(([value]) => isMissingCode(value, plan))
  const total = new Count(sum([...counts]) - sum(codes))
  const above = [...outside].filter(([value]) => value > plan.max)
  const below = [...outside].filter(([value]) => value < plan.min)
  const zeros = below.length === 1 && below[0]?.[0] === 0
  const setting = (leaveOut: string): string => `questions: { ${variable}: { ${leaveOut} } }`
  const leaveOut = setting(zeros ? 'notAnswered: [0]' : `min: ${plan.min}, outside: blank`)
  return [
    ...codes.map(([code, many]) =>
      noteOn(
        many === 1 ? say`1 cell is ${code}: not answered` : say`${new Count(many)} cells are ${code}: not answered`,
      ),
    ),
    ...outcome(plan, sum(above), aboveWords(plan, total, above), setting(`max: ${plan.max}, outside: blank`)),
    ...outcome(plan, sum(below), zeros ? zeroWords(plan, total, below) : belowWords(plan, total, below), leaveOut),
  ]
}

type Found = readonly (readonly [value: number, count: number])[]

function aboveWords({ max }: ScalePlan, total: Count, found: Found): Words {
  const many = sum(found)
  return many === 1
    ? say`1 of ${total} answers is above ${max} (${valuesOf(found)})`
    : say`${new Count(many)} of ${total} answers are above ${max} (${valuesOf(found)})`
}

function belowWords({ min }: ScalePlan, total: Count, found: Found): Words {
  const many = sum(found)
  return many === 1
    ? say`1 of ${total} answers is below ${min} (${valuesOf(found)})`
    : say`${new Count(many)} of ${total} answers are below ${min} (${valuesOf(found)})`
}

function zeroWords({ min, max }: ScalePlan, total: Count, found: Found): Words {
  const many = sum(found)
  return many === 1
    ? say`1 of ${total} answers is 0, which looks like "not rated" on a scale ${min}-${max}`
    : say`${new Count(many)} of ${total} answers are 0, which looks like "not rated" on a scale ${min}-${max}`
}

/** Whether answers outside the scale are counted, and the setting that leaves them out. */
function outcome(plan: ScalePlan, many: number, found: Words, setting: string): ImportNote[] {
  if (many === 0) return []
  if (plan.outside === 'blank')
    return [
      noteOn(
        many === 1
          ? say`${found}; it is left out, as the configuration says`
          : say`${found}; they are left out, as the configuration says`,
      ),
    ]
  const counted =
    many === 1
      ? say`${found}; it is counted. To leave it out, import with a configuration that says ${setting}`
      : say`${found}; they are counted. To leave them out, import with a configuration that says ${setting}`
  return [noteOn(counted, {}, 'config')]
}

function sum(found: Found): number {
  return found.reduce((total, [, count]) => total + count, 0)
}

function valuesOf(found: Found): string | Words {
  const values = found.map(([value]) => value).toSorted((a, b) => a - b)
  return values.length <= 3 ? values.join(', ') : say`${values[0] ?? 0} to ${values.at(-1) ?? 0}`
}
