import type { ComponentType } from 'react'
import type { FilterKind, FilterValue } from '@gensvar/contract/conditions'
import type { Filter } from '@gensvar/contract/entities/survey'
import type { Locale, LocalText } from '@gensvar/contract/local-text'
import type { useAppTexts } from '#web/lib/use-app-texts.ts'
import type { Mode } from './choice-values.ts'
import type { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'

/** Props of a filter's control. */
export interface FieldProps {
  filter: Filter
  title: string
  filters: Filters
  /** Whether the chosen values are included or excluded. */
  mode: Mode
  /** The group already offers a date range for this filter. */
  rangeAbove: boolean
}

/** What is needed to describe a value in words. */
export interface WordTools {
  t: ReturnType<typeof useTexts>
  app: ReturnType<typeof useAppTexts>
  /** Picks a text from the server in the current language. */
  text: (text: LocalText | null | undefined) => string
  /** Words for a date value; null if the value is not a date. */
  dateWords: (value: string) => string | null
  locale: Locale
}

/** The browser's part of a filter kind. */
export interface FilterControl<K extends FilterKind> {
  /** Title of this kind's built-in filter; null if there is none. */
  builtInTitle: ((t: WordTools['t']) => string) | null
  /** What values are chosen with; its settings (`filter.dropdown`, `filter.dateRef` ...) say in which form. */
  Field: ComponentType<FieldProps>
  /** The control shows the filter's title itself. */
  showsTitle: boolean
  /** True if values can be excluded when the filter has `exclude`. */
  canExclude: boolean
  /** The text of a value in a chip; `filter` is undefined if the sidebar does not have the filter. */
  words: (value: FilterValue<K>, tools: WordTools, filter: Filter | undefined) => string
  /** What holds while the built-in filter is not set, where that is a choice as well. */
  unsetWords?: (t: WordTools['t']) => string
  /** Shows a value whose text must be fetched; null if `words` is enough. */
  ChipWords: ComponentType<{ survey: string; value: FilterValue<K> }> | null
}
