import type { ReactNode } from 'react'
import { ILLEGAL_FILTER } from '@gensvar/contract/drill-path'

/** How many unchecked options of a filter are listed at most. */
export const maxListed = 50_000

/** From this many options on a filter is searched by typing. */
export const typeaheadFrom = 10

/** An option with its text in the current language. */
export interface Option {
  value: string
  text: string
  /** Stands before the text; for the eye only. */
  icon?: ReactNode
}

/** Options with their texts in lower case, made once for searching. */
export interface OptionIndex {
  options: readonly Option[]
  folded: readonly string[]
}

/** Prepares options for searching, without the hidden filter. */
export function indexOptions(options: readonly Option[], locale: string): OptionIndex {
  const shown = options.filter((option) => option.value !== ILLEGAL_FILTER)
  return { options: shown, folded: shown.map((option) => option.text.toLocaleLowerCase(locale)) }
}

/**
 * Unchecked options that contain a text, those that begin with it first; at most `maxListed`.
 * One pass over the lower-case texts, so that 50,000 options take a few milliseconds.
 */
export function matchingOptions(
  { options, folded }: OptionIndex,
  checked: ReadonlySet<string>,
  term: string,
  locale: string,
): Option[] {
  const wanted = term.trim().toLocaleLowerCase(locale)
  const first: Option[] = []
  const inside: Option[] = []
  for (const [index, text] of folded.entries()) {
    const at = wanted === '' ? 0 : text.indexOf(wanted)
    const option = options[index]
    if (at === -1 || option === undefined || checked.has(option.value)) continue
    ;(at === 0 ? first : inside).push(option)
    if (first.length === maxListed) break
  }
  return first.length === 0 ? inside.slice(0, maxListed) : [...first, ...inside].slice(0, maxListed)
}
