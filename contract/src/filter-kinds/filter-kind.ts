import type { FilterConfig } from '../configuration/filters.ts'
import type { Condition, FilterKind, FilterValue } from '../conditions.ts'
import type { PathValue } from '../drill-path.ts'
import type { Words } from '../say.ts'

/** A filter of a path, with the variable it filters. */
export interface AskedFilter {
  variable: string
  values: readonly PathValue[]
  /** The survey's date (ISO), which relative dates count from. */
  today: string
}

/** A setting of a configured filter. */
type FilterFlag = Exclude<keyof FilterConfig, 'extName' | 'title'>

/** The part of a filter kind that both sides share: how it is configured, written in a path and read. */
export interface FilterGrammar<K extends FilterKind> {
  /** A name that every survey can be filtered on in this way without a question behind it. */
  builtIn: string | null
  /** Settings of a configured filter that make it one of this kind. */
  flags: readonly FilterFlag[]
  /** What a question with one of `flags` has to hold, in words; null when it does not matter. */
  needs: 'a number' | 'a date' | null
  /** The variable that a configured filter filters when no question has its name; null when it filters nothing then. */
  withoutQuestion: (filter: FilterConfig) => string | null
  /** What the text of a value says; null when it says nothing in this kind. */
  decode: (text: string) => FilterValue<K> | null
  /** The conditions a filter makes. Throws UnreadableFilter when a value cannot be read. */
  conditions: (filter: AskedFilter) => Condition[]
}

/** Why a filter cannot be applied, in words for the person who asked for it. */
export class UnreadableFilter extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(String(words))
    this.words = words
  }
}
