import { useMemo } from 'react'
import { decodeSampleState } from '@gensvar/contract/filter-kinds/sample-state'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { OptionsField } from './choice-field.tsx'
import type { FieldProps } from './filter-control.ts'
import { StateIcon } from './state-icon.tsx'
import { stateWords } from './state-words.ts'

/** States of a sample to choose from. */
export function SampleStateField(props: FieldProps) {
  const app = useAppTexts()
  const options = useMemo(
    () =>
      props.filter.options.map(({ extName }) => {
        const state = decodeSampleState(extName)
        if (state === null) return { value: extName, text: extName }
        return { value: extName, text: stateWords(state, app), icon: <StateIcon state={state} /> }
      }),
    [props.filter, app],
  )
  return <OptionsField {...props} options={options} />
}
