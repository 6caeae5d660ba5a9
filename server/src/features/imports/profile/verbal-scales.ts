import type { ColumnProfile } from './column-profile.ts'
import { asksVerdict, isAbout } from './header-words.ts'
import { isMissingWord } from './missing-words.ts'
import { readFace, readGrade, readPromoter, readStars } from './sign-scales.ts'
import { besideScales, degreeNear, degreeOf, plainPhrase } from './verbal-words.ts'
import { notAtAll } from './scale-language.ts'
import type { WordFamily } from './scale-language.ts'
import { scaleOf } from './scale-steps.ts'
import type { VerbalFamily } from './scale-steps.ts'

/** Ordered answers of a column: the number each text stands for, higher is better. */
export interface VerbalScale {
  family: VerbalFamily
  steps: Map<string, number>
  min: number
  max: number
  /** False if there are answers between the steps (half stars). */
  whole: boolean
  /** What each text means, by which columns are compared. */
  degrees: ReadonlyMap<string, number>
}

/** Share of a column's answers that must be steps of one scale. */
const nearlyAll = 0.97
const mostTexts = 40

const wordFamilies = [
  'satisfaction',
  'quality',
  'agreement',
  'likelihood',
  'ease',
  'importance',
  'frequency',
  'change',
] as const satisfies WordFamily[]

/**
 * The ordered answers of a column in words, letters, stars or faces; null if it has none, or if they are a rating only
 * where the question asks for one (`yes`, `A`) and this one does not. `isRating` means that it is known to.
 */
export function verbalScale(header: string, profile: ColumnProfile, isRating = false): VerbalScale | null {
  const found = verbalDegrees(header, profile, isRating)
  return found ? scaleFrom(found.family, found.of, new Set(found.of.values())) : loneScale(header, profile)
}

/** The usual five steps of scales of which one answer alone is known. */
const usualSteps = [
  [3, 2, 0, -2, -3],
  [3, 1.5, 0, -1.5, -3],
  [4, 2, 0, -2, -4],
]

/** The scale of a rating all of whose answers are the same word. */
function loneScale(header: string, profile: ColumnProfile): VerbalScale | null {
  const asks = isAbout(header, 'rating') || (isAbout(header, 'overall') && !isAbout(header, 'comment'))
  if (profile.distinct !== 1 || !asks || isAbout(header, 'negative')) return null
  const [text = ''] = profile.values.keys()
  for (const family of ['satisfaction', 'quality'] as const) {
    const degree = degreeOf(family, text)
    const steps = usualSteps.find((one) => degree !== null && one.includes(degree))
    if (degree !== null && steps) return scaleFrom(family, new Map([[text, degree]]), new Set(steps))
  }
  return null
}

/** The same column on the scale of its neighbours, if one of them has all its answers and more. */
export function widenWords(scale: VerbalScale, neighbours: readonly VerbalScale[]): VerbalScale {
  const { family, degrees } = scale
  const own = new Set(degrees.values())
  if (own.size === 2 && scaleOf(family, own).length === 2) return scale
  const wider = neighbours
    .filter((other) => other.family === family)
    .map((other) => new Set(other.degrees.values()))
    .filter((other) => other.size > own.size && [...own].every((degree) => other.has(degree)))
  const [widest] = wider.toSorted((a, b) => b.size - a.size)
  return widest ? scaleFrom(family, degrees, widest) : scale
}

/** A column's texts with what they mean, under the family that most of them belong to. */
function verbalDegrees(
  header: string,
  profile: ColumnProfile,
  isRating: boolean,
): { family: VerbalFamily; of: Map<string, number> } | null {
  if (profile.capped || profile.distinct < 2 || profile.distinct > mostTexts) return null
  const asks = isAbout(header, 'rating') || isAbout(header, 'overall') || asksVerdict(header)
  const rated = isRating || (asks && !isAbout(header, 'negative'))
  const commented = isAbout(header, 'comment') && !rated
  for (const family of [...wordFamilies, 'promoter', 'stars', 'faces'] as const) {
    const of = readAll(profile, family)
    // Few words, all of one scale, are short comments; three steps of agreement are none.
    if (of && (!commented || isStatement(family, of))) return { family, of }
  }
  if (commented) return null
  const shortened = abbreviatedAgreement(profile)
  if (shortened) return { family: 'agreement', of: shortened }
  const isGrade = rated && (isRating || !isAbout(header, 'category'))
  const grades = isGrade ? readAll(profile, 'grade') : null
  if (grades) return { family: 'grade', of: grades }
  const answers = readAll(profile, 'yes-no')
  const graded = answers !== null && new Set(answers.values()).size > 2 && isAbout(header, 'recommend')
  return answers && (rated || graded) ? { family: 'yes-no', of: answers } : null
}

/** Whether answers are those to a statement: agreement in at least three steps. */
function isStatement(family: VerbalFamily, of: ReadonlyMap<string, number>): boolean {
  return family === 'agreement' && new Set(of.values()).size >= 3
}

const agreementLetters = new Map([
  ['SA', 3],
  ['A', 2],
  ['N', 0],
  ['U', 0],
  ['D', -2],
  ['SD', -3],
])

/** Strongly agree to strongly disagree by their first letters, if both ends occur and nearly all answers are of them. */
function abbreviatedAgreement({ values, filled }: ColumnProfile): Map<string, number> | null {
  if (!values.has('SA') || !values.has('SD')) return null
  const of = new Map(
    [...values.keys()].flatMap((text) => {
      const degree = agreementLetters.get(text)
      return degree === undefined ? [] : [[text, degree] as const]
    }),
  )
  const cells = (texts: readonly string[]): number =>
    texts.reduce((sum, text) => sum + (values.get(text)?.count ?? 0), 0)
  const beside = cells([...values.keys()].filter((text) => isBeside(text)))
  return cells([...of.keys()]) >= nearlyAll * (filled - beside) ? of : null
}

/** What a text means in a family. */
function readIn(family: VerbalFamily, text: string): number | null {
  switch (family) {
    case 'stars':
      return readStars(text)?.value ?? null
    case 'faces':
      return readFace(text)
    case 'grade':
      return readGrade(text)
    case 'promoter':
      return readPromoter(text)
    default:
      return degreeOf(family, text)
  }
}

/** The texts of a column that belong to a family, with their degrees; null if they are too few. */
function readAll(profile: ColumnProfile, family: VerbalFamily): Map<string, number> | null {
  if (profile.capped || profile.distinct > mostTexts) return null
  const found = new Map<string, number>()
  const unknown: string[] = []
  let beside = 0
  for (const [text, { count }] of profile.values) {
    const degree = readIn(family, text)
    if (degree !== null) found.set(text, degree)
    else if (isBeside(text)) beside += count
    else unknown.push(text)
  }
  // Beside steps that are known, a misspelt one is told from other texts.
  if (found.size >= 2 && unknown.length <= mostMisspelt) {
    for (const text of unknown) {
      const degree = isSpelt(family) ? degreeNear(family, text) : null
      if (degree !== null) found.set(text, degree)
    }
  }
  const counted = [...found.keys()].reduce((sum, text) => sum + (profile.values.get(text)?.count ?? 0), 0)
  const isEnough = counted > 0 && counted >= nearlyAll * (profile.filled - beside)
  return isEnough && new Set(found.values()).size >= 2 && (family !== 'grade' || found.size >= 3)
    ? withEnds(found)
    : null
}

const mostMisspelt = 3

function isSpelt(family: VerbalFamily): family is Exclude<WordFamily, 'ends'> {
  return family === 'yes-no' || wordFamilies.some((one) => one === family)
}

/** Whether a text beside the steps of a scale means "not answered". */
export function isBeside(text: string): boolean {
  return besideScales.has(plainPhrase(text)) || isMissingWord(text) || isMissingWord(plainPhrase(text))
}

/** "Not at all" as the opposite of the highest answer. */
function withEnds(found: ReadonlyMap<string, number>): Map<string, number> {
  const highest = Math.max(...found.values())
  return new Map([...found].map(([text, degree]) => [text, degree === notAtAll ? -highest : degree]))
}

/** The scale of a column's texts, where `seen` are the degrees that occur in it or in a neighbour. */
function scaleFrom(family: VerbalFamily, degrees: ReadonlyMap<string, number>, seen: ReadonlySet<number>): VerbalScale {
  if (family === 'stars') return { family, degrees, ...starSteps(degrees) }
  if (family === 'promoter') return { family, degrees, steps: new Map(degrees), min: 1, max: 3, whole: true }
  const rounded = family === 'faces' ? roundedFaces(degrees, seen) : { of: degrees, seen }
  const scale = scaleOf(family, rounded.seen)
  // Two answers are no and yes, shown as the share of yes.
  const min = scale.length === 2 ? 0 : 1
  const steps = new Map([...rounded.of].map(([text, degree]) => [text, scale.indexOf(degree) + min]))
  return { family, degrees, steps, min, max: min + scale.length - 1, whole: true }
}

function starSteps(of: ReadonlyMap<string, number>): Pick<VerbalScale, 'steps' | 'min' | 'max' | 'whole'> {
  const tops = [...of.keys()].map((text) => readStars(text)?.top ?? 5)
  const values = [...of.values()]
  const max = Math.max(...tops, ...values)
  const zeros = values.includes(0) && max === 10
  return { steps: new Map(of), min: zeros ? 0 : 1, max, whole: values.every((value) => Number.isInteger(value)) }
}

/** Faces as steps of a usual scale of five, unless that would make two different faces the same step. */
function roundedFaces(of: ReadonlyMap<string, number>, seen: ReadonlySet<number>) {
  const rounded = new Set([...seen].map(Math.trunc))
  if (rounded.size < seen.size) return { of, seen }
  return { of: new Map([...of].map(([text, degree]) => [text, Math.trunc(degree)])), seen: rounded }
}

/**
 * The number a text stands for on a scale whose steps are known from an earlier import: as then, or like a text that means
 * the same; null if it is none of them.
 */
export function knownStep(steps: ReadonlyMap<string, number>, text: string): number | null {
  const phrase = plainPhrase(text)
  const exact = steps.get(text) ?? [...steps].find(([known]) => phrase !== '' && plainPhrase(known) === phrase)?.[1]
  if (exact !== undefined) return exact
  for (const family of [...wordFamilies, 'yes-no', 'promoter', 'stars', 'faces', 'grade'] as const) {
    const degree = readIn(family, text)
    const same = degree === null ? undefined : [...steps].find(([known]) => readIn(family, known) === degree)
    if (same) return same[1]
  }
  return null
}
