import { decodeDateFilter } from './date-filters.ts'
import type { DateFilter } from './date-filters.ts'
import type { FilterField } from './conditions.ts'
import type { PathValue } from './drill-path.ts'
import { decodeCampaign, decodeNumber, decodeRange, decodeSampleState } from './filter-values.ts'
import type { CampaignFilter, NumberRange } from './filter-values.ts'

/** What a value of a filter is about; `text` is the name of a choice, or a value that could not be read otherwise. */
export type ValueSubject =
  | { kind: 'text'; text: string }
  | { kind: 'none' }
  | { kind: 'dates'; dates: DateFilter }
  | ({ kind: 'range' } & NumberRange)
  | { kind: 'campaign'; campaign: CampaignFilter }
  | { kind: 'sampleState'; state: number }

/** What a filter chip says of one value: the words that stand before it, in order, and its subject. */
export interface ValueDescription {
  words: ('not' | 'contains')[]
  subject: ValueSubject
}

/**
 * Describes one value for a filter chip: a leading `_` is the word "not", a `~` at the end the word "contains", and
 * neither sign is part of the text. `kind` is how the variable's values are read.
 */
export function describeValue(value: PathValue, kind: FilterField['kind']): ValueDescription {
  const words: ValueDescription['words'] = []
  if (value.exclude) words.push('not')
  if (value.contains) words.push('contains')
  return { words, subject: value.none ? { kind: 'none' } : subjectOf(value.text, kind) }
}

function subjectOf(text: string, kind: FilterField['kind']): ValueSubject {
  if (kind === 'date') {
    const dates = decodeDateFilter(text)
    if (dates) return { kind: 'dates', dates }
  }
  if (kind === 'numeric') {
    const single = decodeNumber(text)
    const range = single === null ? decodeRange(text) : { from: single, to: single }
    if (range) return { kind: 'range', ...range }
  }
  if (kind === 'campaign') {
    const campaign = decodeCampaign(text)
    if (campaign) return { kind: 'campaign', campaign }
  }
  if (kind === 'sampleState') {
    const state = decodeSampleState(text)
    if (state !== null) return { kind: 'sampleState', state }
  }
  return { kind: 'text', text }
}
