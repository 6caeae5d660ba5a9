import { say } from '@gensvar/contract/say'
import { noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { Inference } from './answer-plan.ts'
import type { ColumnProfile } from './column-profile.ts'
import { isAbout } from './header-words.ts'
import { findJoining } from './multiple-choice.ts'
import type { Separator } from './multiple-choice.ts'

const yesNo = new Set([
  ...['yes', 'no', 'y', 'n', 'true', 'false', 't', 'f'],
  ...['ja', 'nej', 'nei', 'kyllä', 'ei', 'j', 'sant', 'falskt', 'usant', 'sand', 'falsk', 'tosi', 'epätosi'],
])
const positive = new Set(['yes', 'y', 'true', 't', 'ja', 'j', 'kyllä', 'sant', 'sand', 'tosi'])

/** Whether a raw answer of a yes/no column is a yes. */
export function isYes(text: string): boolean {
  return positive.has(text.toLowerCase())
}

/** A cell such as `5 - Very good` or `1 (never)`: its number and its words. */
const labelled = /^(\d{1,2})(?:\s*[-–—:=.)]\s*|\s+\(|\s+)(\p{L}.*)$/u

/**
 * What a column of words is: a rating with labels, several answers in a cell, a choice or an open answer. `joinedBy` is
 * what the program that wrote the file joins several answers by, if known.
 */
export function inferText(header: string, profile: ColumnProfile, joinedBy: Separator | null = null): Inference {
  const warnings: ImportNote[] = []
  if (profile.filled === 0) return { plan: { type: 'text', kind: 'comment' }, warnings: [noteOn(say`no answers`)] }
  if (profile.emails >= 0.9 * profile.filled) return { plan: { type: 'text', kind: 'email' }, warnings }
  if (isAbout(header, 'phone') && profile.phones >= 0.7 * profile.filled) {
    return { plan: { type: 'text', kind: 'phone' }, warnings }
  }
  const steps = labelledSteps(profile)
  if (steps) {
    const values = [...steps.values()]
    const [min, max] = [Math.min(...values), Math.max(...values)]
    const binary = min === 0 && max === 1
    return { plan: { type: 'scale', min, max, binary, outside: 'counted', whole: true, mark: '.', steps }, warnings }
  }
  if (isYesNo(profile)) return { plan: { type: 'single', kind: 'yes-no' }, warnings }
  const wordy = isWordy(header, profile)
  const wordyLimit = joinedBy === null ? 12 : 30
  const joining =
    wordy && !profile.capped && profile.words / profile.filled > wordyLimit
      ? null
      : findJoining(profile.values, joinedBy)
  if (joining && !profile.capped) return { plan: { type: 'multiple', ...joining }, warnings }
  if (wordy) return { plan: { type: 'text', kind: 'comment' }, warnings }
  if (isUnique(profile)) {
    return { plan: { type: 'text', kind: uniqueKind(header, profile) }, warnings }
  }
  if (profile.leadingZeros > 0) warnings.push(noteOn(say`leading zeros are kept: the cells are codes, not numbers`))
  return { plan: { type: 'single', kind: 'category' }, warnings }
}

function labelledSteps(profile: ColumnProfile): Map<string, number> | null {
  if (profile.capped || profile.distinct > 12 || profile.distinct < 2) return null
  const steps = new Map<string, number>()
  let labels = 0
  for (const text of profile.values.keys()) {
    const found = labelled.exec(text)
    if (found) labels++
    else if (!/^\d{1,2}$/.test(text)) return null
    steps.set(text, Number(found ? found[1] : text))
  }
  const values = new Set(steps.values())
  const contiguous = Math.max(...values) - Math.min(...values) + 1 <= values.size + 2
  return labels > 0 && values.size === steps.size && contiguous && Math.min(...values) <= 1 && Math.max(...values) <= 10
    ? steps
    : null
}

function isYesNo(profile: ColumnProfile): boolean {
  const values = [...profile.values.keys()].map((text) => text.toLowerCase())
  return values.length <= 2 && values.every((text) => yesNo.has(text))
}

function isWordy(header: string, profile: ColumnProfile): boolean {
  const variety = profile.capped ? 1 : profile.distinct / profile.filled
  const words = profile.words / profile.filled
  const length = profile.characters / profile.filled
  if (words >= 15 && variety > 0.1) return true
  if (isAbout(header, 'comment') && length >= 10)
    return words >= 2 ? variety > 0.02 : variety > 0.3 && profile.longest > 20
  return variety > 0.5 && profile.filled >= 5 && (words >= 4 || length >= 30)
}

function uniqueKind(header: string, profile: ColumnProfile): 'name' | 'identifier' | 'comment' {
  if (isAbout(header, 'name') && profile.leadingZeros === 0) return 'name'
  const spoken = profile.words / profile.filled >= 1.5 && profile.characters / profile.filled >= 10
  return spoken && !isAbout(header, 'key') ? 'comment' : 'identifier'
}

/** Whether nearly all cells differ: they are names or codes, not choices. */
function isUnique(profile: ColumnProfile): boolean {
  if (profile.capped) return true
  return profile.filled >= 20 && profile.distinct > 0.7 * profile.filled
}
