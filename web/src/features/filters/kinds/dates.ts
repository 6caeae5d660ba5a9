import { encodeDateFilter } from '@gensvar/contract/date-filters'
import { DatesFieldWhenShown } from '../field-named.tsx'
import type { FilterControl } from '../filter-control.ts'

/** The browser's part of filters on dates. */
export const dates: FilterControl<'dates'> = {
  builtInTitle: (t) => t('date'),
  Field: DatesFieldWhenShown,
  showsTitle: false,
  canExclude: false,
  words: (value, { dateWords }) => {
    const written = encodeDateFilter(value)
    return dateWords(written) ?? written
  },
  ChipWords: null,
}
