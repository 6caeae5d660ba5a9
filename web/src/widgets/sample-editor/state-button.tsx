import { Button } from '@mantine/core'
import type { SampleRights } from '@gensvar/contract/entities/samples'
import type { SampleState } from '@gensvar/contract/entities/states'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSampleStateText } from '#web/ui/sample-state-icon.tsx'
import { useEditor } from './editor-context.ts'
import type { PartOf } from './part-types.ts'

/** Saves the sample in another state. It is shown only while the sample is in the state the button is for. */
export function StateButton({ part: { componentDef: def } }: { part: PartOf<'state-button'> }) {
  const text = useLocalText()
  const stateText = useSampleStateText()
  const { data, form, save } = useEditor()
  const fromState = String(def.fromState) as SampleState
  const toState = String(def.toState) as SampleState
  if (data.state !== fromState) return null
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
