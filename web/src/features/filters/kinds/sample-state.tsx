import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { fieldNamed } from '../field-named.tsx'
import type { FilterControl } from '../filter-control.ts'
import { StateIcon } from '../state-icon.tsx'
import { stateWords } from '../state-words.ts'

/** The browser's part of filters on the state of a sample. */
export const sampleState: FilterControl<'sampleState'> = {
  builtInTitle: (t) => t('state'),
  Field: fieldNamed('SampleStateField'),
  showsTitle: false,
  canExclude: true,
  words: (state, { app }) => stateWords(state, app),
  ChipWords: StateChip,
}

/** A state with its icon. */
function StateChip({ value }: { value: number }) {
  const app = useAppTexts()
  return (
    <>
      <StateIcon state={value} />
      {stateWords(value, app)}
    </>
  )
}
