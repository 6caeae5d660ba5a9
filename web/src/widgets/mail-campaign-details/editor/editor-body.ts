import type { updateCampaign } from '@gensvar/contract/campaigns'
import type { z } from 'zod'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'
import type { Campaign } from '../queries.ts'

/** What saving a campaign sends. */
export type EditorBody = z.input<typeof updateCampaign.body>

/** The form of the editor. */
export type EditorForm = ContractForm<EditorBody>

/** The values of the editor's form. In a link, filters may stand behind a question mark; a path has semicolons alone. */
export function editorBody(campaign: Campaign): EditorBody {
  const { title, extname, campaignType, templateId, callTemplate, version, campaignFilters, link } = campaign
  const { scheduledStartDateTime, scheduledPeriod, scheduleParams, sendFrom, sendTo, reminders } = campaign
  return {
    ...{ title, extname, campaignType, templateId, callTemplate, version },
    ...{ scheduledStartDateTime, scheduledPeriod, scheduleParams, sendFrom, sendTo, reminders },
    fromName: campaign.fromName ?? '',
    fromEmail: campaign.fromEmail ?? '',
    bcc: campaign.bcc ?? '',
    replyTo: campaign.replyTo ?? '',
    fixedRecipient: campaign.fixedRecipient ?? '',
    selectedVoice: campaign.selectedVoice,
    selectedLocale: campaign.selectedLocale,
    filters: campaignFilters.filter(({ selected }) => selected).map((filter) => filter.extname),
    ways: campaign.ways.map(({ templateName: _name, ...way }) => way),
    link: link === '' ? 'root' : link.replaceAll('?', ';'),
  }
}
