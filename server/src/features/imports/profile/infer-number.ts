import { say } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { Inference, ScalePlan } from './answer-plan.ts'
import type { ColumnProfile } from './column-profile.ts'
import { isAbout } from './header-words.ts'
import { numberWith } from './number-text.ts'
import type { DecimalMark } from './number-text.ts'
import { statedScale } from './scale-direction.ts'
import { fitScale } from './scale-fit.ts'
import type { ScaleFit } from './scale-fit.ts'

/** Share of cells that must be of a kind for the column to be of that kind. */
export const almostAll = 0.97

/** The decimal mark of a column's numbers; null if both readings fit and differ, '.' if it makes no difference. */
export function ownMark(profile: ColumnProfile): DecimalMark | null {
  const { '.': dot, ',': comma } = profile.numbers
  if (dot.count !== comma.count) return dot.count > comma.count ? '.' : ','
  return dot.min === comma.min && dot.max === comma.max && dot.integers === comma.integers ? '.' : null
}

/** Whether a column shows the file's decimal mark: it holds decimals, and only one reading fits. */
export function tellsMark(profile: ColumnProfile): DecimalMark | null {
  const mark = ownMark(profile)
  if (mark === null || profile.filled === 0) return null
  const numbers = profile.numbers[mark]
  const decides = profile.numbers['.'].count !== profile.numbers[','].count
  return decides && numbers.integers < numbers.count && numbers.count >= almostAll * profile.filled ? mark : null
}

/** What a column of numbers is: a rating, a code that stands for a category, an identifier or a number. */
export function inferNumber(header: string, profile: ColumnProfile, mark: DecimalMark): Inference {
  const numbers = profile.numbers[mark]
  const warnings = strayWarning(profile, numbers.count)
  if (ownMark(profile) === null) {
    warnings.push(
      noteOn(
        mark === '.'
          ? say`thousands or decimals? read with a full stop as decimal mark`
          : say`thousands or decimals? read with a comma as decimal mark`,
      ),
    )
  }
  if (isIdentifier(header, profile, mark)) return { plan: { type: 'text', kind: 'identifier' }, warnings }
  const counts = countNumbers(profile, mark)
  const binary = binaryPlan(counts, mark)
  if (binary) return { plan: binary, warnings }
  const rating = isAbout(header, 'rating') || isAbout(header, 'recommend') || isAbout(header, 'overall')
  if (!rating && isCategory(header, profile, counts)) return { plan: { type: 'single', kind: 'category' }, warnings }
  const fit = !rating && isAbout(header, 'count') ? null : fitHeader(header, counts)
  if (!fit || !looksRated(fit, counts, rating)) return { plan: { type: 'numeric', mark }, warnings }
  return { plan: scalePlan(fit, mark), warnings }
}

/** The scale of a column of numbers: the one its header states, where no answer is outside of it, else by the numbers. */
export function fitHeader(header: string, counts: ReadonlyMap<number, number>): ScaleFit | null {
  const fit = fitScale(counts, isAbout(header, 'recommend'))
  const stated = fit && statedScale(header)
  const values = [...counts.keys()]
  const isInside = stated && values.every((value) => value >= stated.min && value <= stated.max)
  return fit && isInside ? { ...fit, ...stated, outside: 0, isStated: true } : fit
}

/** The plan of a fitted scale. */
export function scalePlan(fit: ScaleFit, mark: DecimalMark): ScalePlan {
  const { min, max, whole } = fit
  return { type: 'scale', min, max, outside: 'counted', whole, mark, binary: false, steps: null }
}

/** How often each number occurs. */
export function countNumbers(profile: ColumnProfile, mark: DecimalMark): Map<number, number> {
  const counts = new Map<number, number>()
  for (const [text, { count }] of profile.values) {
    const value = numberWith(mark, text)
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + count)
  }
  return counts
}

function binaryPlan(counts: ReadonlyMap<number, number>, mark: DecimalMark): ScalePlan | null {
  const values = [...counts.keys()]
  if (values.length === 0 || values.length > 2 || values.some((value) => value !== 0 && value !== 1)) return null
  return { type: 'scale', min: 0, max: 1, binary: true, outside: 'counted', whole: true, mark, steps: null }
}

function isIdentifier(header: string, profile: ColumnProfile, mark: DecimalMark): boolean {
  const numbers = profile.numbers[mark]
  if (numbers.integers !== numbers.count || numbers.min < 0) return false
  if (profile.filled < 10) return false
  const unique = profile.capped ? profile.longest >= 5 : profile.distinct === profile.filled
  if (!unique) return isAbout(header, 'key') && !isAbout(header, 'count') && profile.distinct > 0.9 * profile.filled
  const sequential = numbers.max - numbers.min + 1 === profile.filled
  return isAbout(header, 'key') || isAbout(header, 'phone') || sequential
}

/** Numbers that are codes: a store number, a postal code, gender as 1 and 2. */
function isCategory(header: string, profile: ColumnProfile, counts: ReadonlyMap<number, number>): boolean {
  const values = [...counts.keys()]
  if (values.some((value) => !Number.isInteger(value) || value < 0)) return false
  if (values.length === 2 && values.includes(1) && values.includes(2)) return true
  const repeated = profile.distinct <= Math.max(3, profile.filled * 0.5)
  if (!repeated || isAbout(header, 'count')) return false
  return (
    isAbout(header, 'category') || isAbout(header, 'unitCode') || (isAbout(header, 'key') && !isAbout(header, 'rating'))
  )
}

function looksRated(fit: ScaleFit, counts: ReadonlyMap<number, number>, rating: boolean): boolean {
  const inside = [...counts.keys()].filter((value) => value >= fit.min && value <= fit.max).length
  if (!fit.whole) return rating
  return rating ? inside >= 1 : inside >= 3
}

function strayWarning(profile: ColumnProfile, numbers: number): ImportNote[] {
  const stray = profile.filled - numbers
  if (stray <= 0) return []
  return [
    noteOn(
      stray === 1
        ? say`1 cell is not a number: treated as not answered`
        : say`${stray} cells are not numbers: treated as not answered`,
    ),
  ]
}
