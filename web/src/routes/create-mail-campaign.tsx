import { useParams } from '@tanstack/react-router'
import { WizardPage } from '#web/features/campaigns/wizard/wizard-page.tsx'

/** Makes a campaign for the people at a place. */
export default function CreateMailCampaign() {
  const { survey = '-', mailAction = '-', drillPath = 'root' } = useParams({ strict: false })
  return <WizardPage key={`${survey} ${mailAction} ${drillPath}`} at={{ survey, mailAction, drillPath }} />
}
