import type { ScalePlan } from './answer-plan.ts'
import type { ColumnProfile } from './column-profile.ts'
import { countNumbers } from './infer-number.ts'
import { isMissingCode } from './missing-words.ts'

/** The answers of a column outside its scale, with how often each occurs; codes for "no answer" are no answers. */
export function answersOutside(plan: ScalePlan, profile: ColumnProfile): Map<number, number> {
  const isAnswer = (value: number): boolean => !isMissingCode(value, plan) && (value > plan.max || value < plan.min)
  return new Map([...countNumbers(profile, plan.mark)].filter(([value]) => isAnswer(value)))
}

/** Tells of the numbers outside a scale: codes that are not counted, and answers that are unless asked otherwise. */
export function scaleWarnings(plan: ScalePlan, profile: ColumnProfile, variable: string): string[] {
  const counts = countNumbers(profile, plan.mark)
  const outside = answersOutside(plan, profile)
  const codes = [...counts].filter(([value]) => isMissingCode(value, plan))
  const total = sum([...counts]) - sum(codes)
  const above = [...outside].filter(([value]) => value > plan.max)
  const below = [...outside].filter(([value]) => value < plan.min)
  const zeros = below.length === 1 && below[0]?.[0] === 0
  const tell = (found: [number, number][], where: string, setting: string): string[] => {
    if (found.length === 0) return []
    const many = sum(found)
    const [are, they, them] = many === 1 ? ['is', 'it is', 'it'] : ['are', 'they are', 'them']
    const which = zeros && found === below ? '' : ` (${listed(found)})`
    const what = `${grouped(many)} of ${grouped(total)} answers ${are} ${where}${which}; ${they}`
    if (plan.outside === 'blank') return [`${what} left out, as the configuration says`]
    return [
      `${what} counted. To leave ${them} out, import with --config and questions: { ${variable}: { ${setting} } }`,
    ]
  }
  return [
    ...codes.map(([code, many]) => `${grouped(many)} ${many === 1 ? 'cell is' : 'cells are'} ${code}: not answered`),
    ...tell(above, `above ${plan.max}`, `max: ${plan.max}, outside: blank`),
    ...(zeros
      ? tell(below, `0, which looks like "not rated" on a scale ${plan.min}-${plan.max}`, 'notAnswered: [0]')
      : tell(below, `below ${plan.min}`, `min: ${plan.min}, outside: blank`)),
  ]
}

function sum(found: readonly (readonly [number, number])[]): number {
  return found.reduce((total, [, count]) => total + count, 0)
}

function listed(found: readonly (readonly [number, number])[]): string {
  const values = found.map(([value]) => value).toSorted((a, b) => a - b)
  return values.length <= 3 ? values.join(', ') : `${values[0]} to ${values.at(-1)}`
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}
