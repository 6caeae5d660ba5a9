import type { ComponentType } from 'react'
import type { FilterKind, FilterValue } from '@gensvar/contract/conditions'
import type { Filter } from '@gensvar/contract/entities/survey'
import type { Locale, LocalText } from '@gensvar/contract/local-text'
import type { useAppTexts } from '#web/lib/use-app-texts.ts'
import type { Mode } from './choice-values.ts'
import type { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'

/** What the control of a filter is given. */
export interface FieldProps {
  filter: Filter
  title: string
  filters: Filters
  /** Whether what is chosen is kept or left out. */
  mode: Mode
  /** The group already offers a date range for this filter. */
  rangeAbove: boolean
}

/** What words for a value are made from. */
export interface WordTools {
  t: ReturnType<typeof useTexts>
  app: ReturnType<typeof useAppTexts>
  /** Picks a text of the server in the language shown. */
  text: (text: LocalText | null | undefined) => string
  /** Words for dates; null when a value holds none. */
  dateWords: (value: string) => string | null
  locale: Locale
}

/** The browser's part of a kind of filter. */
export interface FilterControl<K extends FilterKind> {
  /** Title of the name every survey can be filtered on in this way; null when there is none. */
  builtInTitle: ((t: WordTools['t']) => string) | null
  /** What values are chosen with; its settings (`filter.dropdown`, `filter.dateRef` ...) say in which form. */
  Field: ComponentType<FieldProps>
  /** The control shows the filter's title itself. */
  showsTitle: boolean
  /** Values can be left out instead of kept, where the filter says `exclude`. */
  canExclude: boolean
  /** A value as a chip says it; `filter` is undefined for one that the sidebar does not have. */
  words: (value: FilterValue<K>, tools: WordTools, filter: Filter | undefined) => string
  /** Says a value where its words have to be asked for; null where `words` are enough. */
  ChipWords: ComponentType<{ survey: string; value: FilterValue<K> }> | null
}
