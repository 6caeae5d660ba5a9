import { useQuery } from '@tanstack/react-query'
import { DataState } from '#web/ui/states/data-state.tsx'
import { configurationQuery } from '../queries.ts'
import type { Campaign, CampaignSource } from '../queries.ts'
import { EditorForm } from './editor-form.tsx'

interface Props {
  survey: string
  source: CampaignSource
  campaign: Campaign
  onClose: () => void
}

/** The editor of a campaign, for root. */
export function CampaignEditor({ survey, source, campaign, onClose }: Props) {
  const query = useQuery(configurationQuery(survey, campaign.id))
  return (
    <DataState query={query} height={640}>
      {(configuration) => (
        <EditorForm
          survey={survey}
          source={source}
          campaign={campaign}
          configuration={configuration}
          onClose={onClose}
        />
      )}
    </DataState>
  )
}
