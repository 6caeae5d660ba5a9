import type { FilterConfig } from '../configuration/filters.ts'
import type { Condition, FilterKind, FilterValue } from '../conditions.ts'
import type { PathValue } from '../drill-path.ts'
import type { Words } from '../say.ts'

/** The names of a closed question's answers, such as a set or a map by name. */
export interface KnownChoices {
  has: (name: string) => boolean
}

/** A filter of a path, with the variable it filters. */
export interface AskedFilter {
  variable: string
  values: readonly PathValue[]
  /** The survey's date (ISO), which relative dates count from. */
  today: string
  /** The answers that can be asked for; any when missing. */
  choices?: KnownChoices | undefined
}

/** A setting of a configured filter. */
type FilterFlag = Exclude<keyof FilterConfig, 'extName' | 'title'>

/** The part of a filter kind that both sides share: how it is configured, written in a path and read. */
export interface FilterGrammar<K extends FilterKind> {
  /** The name of this kind's built-in filter, which needs no question; null when there is none. */
  builtIn: string | null
  /** Settings that, when a configured filter has one of them, make it a filter of this kind. */
  flags: readonly FilterFlag[]
  /** What the answers of a question must be for `flags` to be allowed on it; null for any. */
  needs: 'a number' | 'a date' | null
  /** The variable that a configured filter applies to when no question has its name; null when that is an error. */
  withoutQuestion: (filter: FilterConfig) => string | null
  /** Decodes the text of a value; null when it is not a value of this kind. */
  decode: (text: string) => FilterValue<K> | null
  /** The conditions a filter makes. Throws UnreadableFilter when a value cannot be read. */
  conditions: (filter: AskedFilter) => Condition[]
}

/** Thrown when a filter's value cannot be read; `words` tell the user why. */
export class UnreadableFilter extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(String(words))
    this.words = words
  }
}
