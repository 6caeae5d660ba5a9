import { fieldNamed } from '../field-named.tsx'
import type { FilterControl } from '../filter-control.ts'
import { stateWords } from '../state-words.ts'

/** The browser's part of filters on the state of a sample. */
export const sampleState: FilterControl<'sampleState'> = {
  builtInTitle: (t) => t('state'),
  Field: fieldNamed('SampleStateField'),
  showsTitle: false,
  canExclude: true,
  words: (state, { app }) => stateWords(state, app),
  ChipWords: null,
}
