import { encodeDateFilter } from '@gensvar/contract/date-filters'
import type { FilterControl } from '../filter-control.ts'
import { fieldNamed } from '../load-fields.ts'

/** The browser's part of filters on dates. */
export const dates: FilterControl<'dates'> = {
  builtInTitle: (t) => t('date'),
  Field: fieldNamed('DatesField'),
  showsTitle: false,
  canExclude: false,
  words: (value, { dateWords }) => {
    const written = encodeDateFilter(value)
    return dateWords(written) ?? written
  },
  ChipWords: null,
}
