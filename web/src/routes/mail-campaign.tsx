import { useParams } from '@tanstack/react-router'
import { CampaignPage } from '#web/features/campaigns/campaign-page.tsx'

/** A campaign. */
export default function MailCampaign() {
  const { survey = '-', campaignId = '0' } = useParams({ strict: false })
  return <CampaignPage key={`${survey} ${campaignId}`} survey={survey} campaignId={Number(campaignId)} />
}
