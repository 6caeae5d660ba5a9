import { isSampleState } from '@gensvar/contract/entities/states'
import { SampleStateIcon } from '#web/ui/sample-state-icon.tsx'

/** The icon beside the words of a sample's state; none of an unknown one. */
export function StateIcon({ state }: { state: number }) {
  const name = String(state)
  return isSampleState(name) ? <SampleStateIcon state={name} size={16} hasWords /> : null
}
