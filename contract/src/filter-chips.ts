import type { FilterKind, FilterValue } from './conditions.ts'
import type { PathValue } from './drill-path.ts'
import { filterKinds } from './filter-kinds/index.ts'

/** What a value says in one kind of filter. */
export type SubjectOf<K extends FilterKind> = { [P in K]: { kind: P; value: FilterValue<P> } }[K]

/** What a value of a filter is about: "not answered", what it says in its kind, or the text of one that cannot be read. */
export type ValueSubject = { kind: 'none' } | { kind: 'unreadable'; text: string } | SubjectOf<FilterKind>

/** What a filter chip says of one value: the words that stand before it, in order, and its subject. */
export interface ValueDescription {
  words: ('not' | 'contains')[]
  subject: ValueSubject
}

/**
 * Describes one value for a filter chip: a leading `_` is the word "not", a `~` at the end the word "contains", and
 * neither sign is part of the text. `kind` is how the filter's values are read.
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
