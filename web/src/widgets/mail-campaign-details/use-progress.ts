import { useQueryClient } from '@tanstack/react-query'
import { streamCampaign } from '@gensvar/contract/campaign-progress'
import type { CampaignProgress } from '@gensvar/contract/campaign-progress'
import { useEffect, useState } from 'react'
import { openStream } from '#web/api.ts'
import { followEvents } from '#web/lib/event-stream.ts'
import { campaignQuery, campaignsKey } from './queries.ts'
import type { Campaign, CampaignSource } from './queries.ts'

/** The server says at least every 20 seconds that it is still there. */
const longestSilence = 60_000
/** The list of messages is loaded again at most so often while messages are sent, in milliseconds. */
const listEvery = 5_000

/** How fast a campaign sends; null where nobody knows. */
export type Pace = Pick<CampaignProgress, 'perMinute' | 'secondsLeft'>

/** Whether the window can be seen. */
function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(!document.hidden)
  useEffect(() => {
    const update = () => setSeen(!document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isSeen
}

/**
 * Follows a campaign while it is started and its window can be seen: its counts go into what is shown of it, and when its
 * state changes it is loaded again. Answers how fast it sends.
 */
export function useProgress(survey: string, source: CampaignSource, campaign: Campaign): Pace | null {
  const client = useQueryClient()
  const [pace, setPace] = useState<Pace | null>(null)
  const isSeen = useIsSeen()
  const { id, state } = campaign
  const { queryKey } = campaignQuery(survey, source)
  const key = JSON.stringify(queryKey)
  const isFollowed = state === 'STARTED' && isSeen
  useEffect(() => {
    if (!isFollowed) return undefined
    const connection = new AbortController()
    const ofCampaign = JSON.parse(key) as typeof queryKey
    let listedAt = Date.now()
    async function follow(): Promise<void> {
      const open = (signal: AbortSignal) => openStream(streamCampaign, { params: { survey, campaignId: id } }, signal)
      for await (const { event, data } of followEvents(open, connection.signal, { longestSilence })) {
        if (connection.signal.aborted) return
        if (event !== 'progress') continue
        const progress = data as CampaignProgress
        setPace(progress)
        client.setQueryData<Campaign>(ofCampaign, (known) => known && { ...known, counts: progress.counts })
        if (progress.state !== 'STARTED') void client.invalidateQueries({ queryKey: ofCampaign })
        if (Date.now() - listedAt < listEvery && progress.state === 'STARTED') continue
        listedAt = Date.now()
        void client.invalidateQueries({ queryKey: ['list', ...campaignsKey, survey, String(id)] })
      }
    }
    // The window is hidden, the campaign has ended, or the server refuses: the page keeps what it knows.
    follow().catch(() => undefined)
    return () => {
      connection.abort()
      setPace(null)
    }
  }, [client, survey, id, key, isFollowed])
  return pace
}
