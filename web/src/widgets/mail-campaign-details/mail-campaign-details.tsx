import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { useOwnSearch } from '#web/ui/data-table/use-table-search.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { CampaignView } from './campaign-view.tsx'
import type { CampaignSource } from './queries.ts'

/** One campaign on any page: the one of its configuration, else the one that the address names. */
export function MailCampaignDetails({ config }: WidgetProps<'mail-campaign-details'>) {
  const t = useTexts()
  const text = useLocalText()
  const { survey, drillPath } = usePlace()
  const { campaignId: ofScreen } = useParams({ strict: false })
  const query = new URLSearchParams(useOwnSearch())
  const { campaignId, id: component } = config
  const named = Number(query.get('campaignId') ?? ofScreen)
  const source = useMemo((): CampaignSource | null => {
    if (campaignId !== undefined) return { component, drillPath }
    return Number.isInteger(named) && named > 0 ? { id: named } : null
  }, [campaignId, component, drillPath, named])
  if (source === null)
    return (
      <Card title={text(config.title) || t('campaign')}>
        <Empty title={t('noCampaignChosen')} compact />
      </Card>
    )
  return (
    <CampaignView
      survey={survey}
      source={source}
      component={component}
      fromPage={query.get('fromPage') ?? undefined}
      level={2}
    />
  )
}
