import { decodeDateFilter } from '@gensvar/contract/date-filters'
import { fieldNamed } from '../field-named.tsx'
import type { FilterControl } from '../filter-control.ts'

/** The browser's part of filters on choices and texts. */
export const choice: FilterControl<'choice'> = {
  builtInTitle: null,
  Field: fieldNamed('ChoiceField'),
  showsTitle: false,
  canExclude: true,
  words: (value, { text, dateWords }, filter) => {
    const option = filter?.options.find((one) => one.extName === value)
    if (option !== undefined) return text(option.title) || option.extName
    // The kind of a filter that is not in the sidebar is unknown here; a year may be the name of a choice.
    const dates = filter === undefined ? decodeDateFilter(value) : null
    return (dates !== null && dates.kind !== 'period' && dateWords(value)) || value
  },
  ChipWords: null,
}
