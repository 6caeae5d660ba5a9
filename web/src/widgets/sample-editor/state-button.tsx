import { Button } from '@mantine/core'
import type { SampleState } from '@gensvar/contract/entities/states'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSampleStateText } from '#web/ui/sample-state-icon.tsx'
import { useEditor } from './editor-context.ts'
import type { Editor } from './editor-context.ts'
import type { PartOf } from './part-types.ts'

/** Whether the caller may bring the sample to a state; the server refuses the others. */
function mayBecome(state: SampleState, { rights, state: now }: Editor['data']): boolean {
  const { canEditState, canCancelSamples, canPostpone } = rights
  if (!canEditState || now === '0' || state === '0') return false
  if (state === '4') return canCancelSamples
  return state !== '3' || canPostpone
}

/** Saves the sample in another state. It is shown only while the sample is in the state the button is for. */
export function StateButton({ part: { componentDef: def } }: { part: PartOf<'state-button'> }) {
  const text = useLocalText()
  const stateText = useSampleStateText()
  const { data, form, save } = useEditor()
  const fromState = String(def.fromState) as SampleState
  const toState = String(def.toState) as SampleState
  if (data.state !== fromState || !mayBecome(toState, data)) return null
  return (
    <Button
      variant="default"
      loading={form.state.sending}
      onClick={() => save({ fromState, toState, extname: def.extname })}
    >
      {text(def.title) || stateText(toState)}
    </Button>
  )
}
