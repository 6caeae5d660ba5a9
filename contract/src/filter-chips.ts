import type { FilterKind, FilterValue } from './conditions.ts'
import type { PathValue } from './drill-path.ts'
import { filterKinds } from './filter-kinds/index.ts'

/** A decoded value with the kind of its filter. */
export type SubjectOf<K extends FilterKind> = { [P in K]: { kind: P; value: FilterValue<P> } }[K]

/** What a filter's value stands for: "not answered", its decoded value, or the text of one that cannot be decoded. */
export type ValueSubject = { kind: 'none' } | { kind: 'unreadable'; text: string } | SubjectOf<FilterKind>

/** One value as a filter chip shows it: the words in front of it, in order, and what the value stands for. */
export interface ValueDescription {
  words: ('not' | 'contains')[]
  subject: ValueSubject
}

/**
 * Describes one value for a filter chip: a leading `_` becomes the word "not", a trailing `~` the word "contains";
 * neither sign is part of the text. `kind` is the kind of the filter.
 */
export function describeValue(value: PathValue, kind: FilterKind): ValueDescription {
  const words: ValueDescription['words'] = []
  if (value.exclude) words.push('not')
  if (value.contains) words.push('contains')
  return { words, subject: value.none ? { kind: 'none' } : subjectOf(value.text, kind) }
}

function subjectOf<K extends FilterKind>(text: string, kind: K): ValueSubject {
  const value = filterKinds[kind].decode(text)
  return value === null ? { kind: 'unreadable', text } : ({ kind, value } as ValueSubject)
}
