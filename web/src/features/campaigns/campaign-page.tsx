import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { startAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { useLeave } from '#web/lib/use-leave.ts'
import { CampaignView } from '#web/widgets/mail-campaign-details/campaign-view.tsx'

/** The screen of a campaign. Without a page to return to it is left for the screen before. */
export function CampaignPage({ survey, campaignId }: { survey: string; campaignId: number }) {
  const { fromPage } = useSearch({ strict: false })
  const [title, setTitle] = useState<string>()
  const leave = useLeave(startAddress(useSurveyStart()))
  useScreenTitle(title)
  return (
    <CampaignView
      survey={survey}
      source={useMemo(() => ({ id: campaignId }), [campaignId])}
      component="-"
      fromPage={fromPage}
      level={1}
      onExit={leave}
      onTitle={setTitle}
    />
  )
}
