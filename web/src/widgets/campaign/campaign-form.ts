import type { campaignDraft } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'

type Draft = z.input<typeof campaignDraft>

/** What the wizard and the editor of a campaign both ask for. */
export type SharedValues = Omit<Draft, 'campaignName' | 'campaignExtName' | 'sendingType'>

/** The form of a campaign, as far as both have it. */
export type CampaignForm = Pick<ContractForm<SharedValues>, 'field' | 'values' | 'set'>

/** Ways of sending. */
export type SendingType = Draft['sendingType']

/** Types of campaigns. */
export type CampaignType = Draft['campaignType']

/** Something that can be chosen as template. */
export interface TemplateChoice {
  id: number
  title: string
}
