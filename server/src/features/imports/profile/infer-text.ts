import { quoted, say } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { Inference, ScalePlan } from './answer-plan.ts'
import type { ColumnProfile } from './column-profile.ts'
import { headerWords, isAbout, unitRank } from './header-words.ts'
import { missingCodes } from './missing-words.ts'
import { findJoining } from './multiple-choice.ts'
import type { Separator } from './multiple-choice.ts'
import { isKnownLabel, isLowBest } from './scale-direction.ts'
import { isBeside, verbalScale } from './verbal-scales.ts'
import type { VerbalScale } from './verbal-scales.ts'

const yesNo = new Set([
  ...['yes', 'no', 'y', 'n', 'true', 'false', 't', 'f'],
  ...['ja', 'nej', 'nei', 'kyllä', 'ei', 'j', 'sant', 'falskt', 'usant', 'sand', 'falsk', 'tosi', 'epätosi'],
  ...['nein', 'sí', 'si', 'sim', 'não', 'nao'],
])
const positive = new Set(['yes', 'y', 'true', 't', 'ja', 'j', 'kyllä', 'sant', 'sand', 'tosi', 'sí', 'si', 'sim'])

/** Whether a raw answer of a yes/no column is a yes. */
export function isYes(text: string): boolean {
  return positive.has(text.toLowerCase())
}

/** A cell such as `5 - Very good` or `1 (never)`: its number and its words. */
const labelled = /^(?<number>\d{1,2})(?:\s*[-–—:=.)]\s*|\s+\(|\s+)[<>]?\s*(?<label>\p{L}.*)$/u
/** The same the other way round: `Very good (5)`, `Not at all likely - 0`. So are names such as `Zone-1`. */
const numbered = /^(?<label>\p{L}.*?)\s*(?:[-–—:=]\s*|\(\s*)(?<number>\d{1,2})\)?$/u

/** What is known of a column of words beside its cells. */
interface KnownOfText {
  /** It is a rating if it can be one. */
  isRating?: boolean
  /** What the program that wrote the file joins several answers by. */
  joinedBy?: Separator | null
}

/** What a column of words is: a rating, several answers in a cell, a choice or an open answer. */
export function inferText(
  header: string,
  profile: ColumnProfile,
  { isRating = false, joinedBy = null }: KnownOfText = {},
): Inference {
  const warnings: ImportNote[] = []
  if (profile.filled === 0) return { plan: { type: 'text', kind: 'comment' }, warnings: [noteOn(say`no answers`)] }
  if (profile.emails >= 0.9 * profile.filled) return { plan: { type: 'text', kind: 'email' }, warnings }
  if (isAbout(header, 'phone') && profile.phones >= 0.7 * profile.filled) {
    return { plan: { type: 'text', kind: 'phone' }, warnings }
  }
  const words = verbalScale(header, profile, isRating)
  if (words) return wordsPlan(words, profile)
  const labels = labelledSteps(profile)
  if (labels) return labelledPlan(labels, profile)
  if (isYesNo(profile)) return { plan: { type: 'single', kind: 'yes-no' }, warnings }
  const wordy = isWordy(header, profile)
  const wordyLimit = joinedBy === null ? 12 : 30
  const joining =
    profile.capped || (wordy && profile.words / profile.filled > wordyLimit)
      ? null
      : findJoining(profile.values, joinedBy)
  if (joining) return { plan: { type: 'multiple', ...joining }, warnings }
  if (wordy) return { plan: { type: 'text', kind: 'comment' }, warnings }
  if (isUnique(header, profile)) {
    return { plan: { type: 'text', kind: uniqueKind(header, profile) }, warnings }
  }
  if (profile.leadingZeros > 0) warnings.push(noteOn(say`leading zeros are kept: the cells are codes, not numbers`))
  return { plan: { type: 'single', kind: 'category' }, warnings }
}

/** The plan of a column whose steps are words; texts that are none of them are not answers. */
export function wordsPlan(words: VerbalScale, profile: ColumnProfile): Inference {
  const { steps, min, max, whole } = words
  const binary = min === 0 && max === 1
  const plan: ScalePlan = { type: 'scale', min, max, binary, outside: 'counted', whole, mark: '.', steps, words }
  return { plan, warnings: besideWarning(steps, profile) }
}

function labelledPlan({ steps, lowBest }: Labels, profile: ColumnProfile): Inference {
  const values = [...steps.values()]
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const binary = min === 0 && max === 1
  const plan: ScalePlan = { type: 'scale', min, max, binary, outside: 'counted', whole: true, mark: '.', steps }
  return { plan: lowBest && !binary ? turned(plan) : plan, warnings: besideWarning(steps, profile) }
}

/** A scale whose lowest number is the best answer, with its numbers turned. Numbers outside of it are not answers. */
export function turned(plan: ScalePlan): ScalePlan {
  const steps = plan.steps && new Map([...plan.steps].map(([text, step]) => [text, plan.min + plan.max - step]))
  return { ...plan, steps, lowBest: true, outside: 'blank' }
}

/** Tells which texts beside the steps of a scale are no answers. */
export function besideWarning(steps: ReadonlyMap<string, number>, profile: ColumnProfile): ImportNote[] {
  const beside = [...profile.values].filter(([text]) => !steps.has(text))
  const cells = beside.reduce((sum, [, { count }]) => sum + count, 0)
  if (cells === 0) return []
  const shown = quoted(beside.slice(0, 3).map(([text]) => text.slice(0, 60)))
  return [
    noteOn(cells === 1 ? say`1 cell says ${shown}: not answered` : say`${cells} cells say ${shown}: not answered`),
  ]
}

/** The numbers of labelled cells, and whether the lowest of them is the best answer. */
interface Labels {
  steps: Map<string, number>
  lowBest: boolean
}

function labelledSteps(profile: ColumnProfile): Labels | null {
  if (profile.capped || profile.distinct > 14 || profile.distinct < 2) return null
  const steps = new Map<string, number>()
  const labels: [number, string][] = []
  let isName = false
  for (const text of profile.values.keys()) {
    const before = labelled.exec(text)
    const { number, label } = (before ?? numbered.exec(text))?.groups ?? {}
    if (label !== undefined) {
      const isCode = missingCodes.has(Number(number))
      if (isBeside(label.replace(/\)$/, '')) || isCode) continue
      labels.push([Number(number), label.replace(/\)$/, '')])
      isName ||= !before
    } else if (isBeside(text)) continue
    else if (!/^\d{1,2}$/.test(text)) return null
    steps.set(text, Number(number ?? text))
  }
  if (isName && !labels.some(([, label]) => isKnownLabel(label))) return null
  const values = new Set(steps.values())
  if (values.size < 2 || values.size > 12) return null
  const contiguous = Math.max(...values) - Math.min(...values) + 1 <= values.size + 2
  return labels.length > 0 &&
    values.size === steps.size &&
    (contiguous || isWhole(labels)) &&
    Math.min(...values) <= 1 &&
    Math.max(...values) <= 10
    ? { steps, lowBest: isLowBest(labels) }
    : null
}

/** Whether labels name both ends of a usual scale: `0 - Very unlikely` and `10 - Very likely`. */
function isWhole(labels: readonly (readonly [number, string])[]): boolean {
  const numbers = labels.filter(([, label]) => isKnownLabel(label)).map(([number]) => number)
  return [5, 7, 10].includes(Math.max(...numbers)) && Math.min(...numbers) <= 1
}

function isYesNo(profile: ColumnProfile): boolean {
  const values = [...profile.values.keys()].map((text) => text.toLowerCase())
  return values.length <= 2 && values.every((text) => yesNo.has(text))
}

/** A longer header asks a question rather than naming a column. */
const mostNameWords = 4

/** Whether a header is that of names of units: "Hotel name". They may be long and many. */
function isUnitName(header: string): boolean {
  const isShort = headerWords(header).length <= mostNameWords
  return isShort && isAbout(header, 'name') && unitRank(header) !== null && !isAbout(header, 'comment')
}

function isWordy(header: string, profile: ColumnProfile): boolean {
  const variety = profile.capped ? 1 : profile.distinct / profile.filled
  const words = profile.words / profile.filled
  const length = profile.characters / profile.filled
  if (words >= 15 && variety > 0.1) return true
  if (isUnitName(header)) return false
  if (areCodes(profile)) return false
  if (isAbout(header, 'comment') && length >= 10)
    return words >= 2 ? variety > 0.02 : variety > 0.3 && profile.longest > 20
  return variety > 0.5 && profile.filled >= 5 && (words >= 4 || length >= 30)
}

/** A code that a program wrote rather than a person: a UUID, a session. */
const code = /^(?=.*\d)[\w.:-]{16,64}$/

/** Whether all cells are long codes, which nobody reads. */
function areCodes({ values }: ColumnProfile): boolean {
  return values.size > 0 && [...values.keys()].every((text) => code.test(text))
}

function uniqueKind(header: string, profile: ColumnProfile): 'name' | 'identifier' | 'comment' {
  // The name of a hotel is no person's.
  if (isAbout(header, 'name') && unitRank(header) === null && profile.leadingZeros === 0) return 'name'
  const spoken = profile.words / profile.filled >= 1.5 && profile.characters / profile.filled >= 10
  return spoken && !isAbout(header, 'key') ? 'comment' : 'identifier'
}

/** Whether nearly all cells differ: they are names or codes, not choices. */
function isUnique(header: string, profile: ColumnProfile): boolean {
  if (profile.capped) return true
  // A unit has few answers of its own in a short file.
  const most = isUnitName(header) ? 0.8 : 0.7
  return profile.filled >= 20 && profile.distinct > most * profile.filled
}
