import type { campaign } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import { Chip } from '#web/ui/chip.tsx'
import type { ChipTone } from '#web/ui/chip.tsx'
import { useTexts } from './texts.ts'

/** States of a campaign. */
export type CampaignState = z.output<typeof campaign>['state']

const tones: Record<CampaignState, ChipTone> = {
  CREATED: 'accent',
  STARTED: 'positive',
  PAUSED: 'amber',
  STOPPED: 'quiet',
  ERROR: 'negative',
}

interface Props {
  state: CampaignState
  /** It stopped because everything was sent. */
  isFinished?: boolean
}

/** The state of a campaign as a word. */
export function useStateWord(): (campaign: Props) => string {
  const t = useTexts()
  return ({ state, isFinished = false }) => t(isFinished && state === 'STOPPED' ? 'state_FINISHED' : `state_${state}`)
}

/** The state of a campaign. */
export function CampaignStateChip(props: Props) {
  const word = useStateWord()
  return <Chip tone={tones[props.state]}>{word(props)}</Chip>
}
