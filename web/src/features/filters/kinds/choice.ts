import { decodeDateFilter } from '@gensvar/contract/date-filters'
import { decodeRange } from '@gensvar/contract/filter-kinds/range'
import { fieldNamed } from '../field-named.tsx'
import type { FilterControl } from '../filter-control.ts'
import { range } from './range.ts'

/** The browser's part of filters on choices and texts. */
export const choice: FilterControl<'choice'> = {
  builtInTitle: null,
  Field: fieldNamed('ChoiceField'),
  showsTitle: false,
  canExclude: true,
  words: (value, tools, filter) => {
    const { text, dateWords } = tools
    const option = filter?.options.find((one) => one.extName === value)
    if (option !== undefined) return text(option.title) || option.extName
    if (filter !== undefined) return value
    // The kind of a filter that is not in the sidebar is unknown here, so its value is read by its form.
    const numbers = decodeRange(value)
    if (numbers !== null) return range.words(numbers, tools, filter)
    // A year may be the name of a choice.
    const dates = decodeDateFilter(value)
    return (dates !== null && dates.kind !== 'period' && dateWords(value)) || value
  },
  ChipWords: null,
}
