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
/** The list of messages is loaded again at most so often while something happens to them, in milliseconds. */
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
 * Follows a campaign while its window can be seen, also when it has sent everything, because people open, click and answer
 * later: its counts go into what is shown of it, and when its state changes it is loaded again. Answers how fast it sends.
 */
export function useProgress(survey: string, source: CampaignSource, { id }: Campaign): Pace | null {
  const client = useQueryClient()
  const [pace, setPace] = useState<Pace | null>(null)
  const isSeen = useIsSeen()
  const { queryKey } = campaignQuery(survey, source)
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    if (!isSeen) return undefined
    const connection = new AbortController()
    const ofCampaign = JSON.parse(key) as typeof queryKey
    let listedAt = Date.now()
    let listing: number | undefined
    function list(): void {
      listedAt = Date.now()
      listing = undefined
      void client.invalidateQueries({ queryKey: ['list', ...campaignsKey, survey, String(id)] })
    }
    function note(progress: CampaignProgress): void {
      setPace(progress)
      const known = client.getQueryData<Campaign>(ofCampaign)
      const isSame = known !== undefined && JSON.stringify(known.counts) === JSON.stringify(progress.counts)
      if (known && !isSame) client.setQueryData<Campaign>(ofCampaign, { ...known, counts: progress.counts })
      if (known && known.state !== progress.state) void client.invalidateQueries({ queryKey: ofCampaign })
      if (!isSame) listing ??= window.setTimeout(list, Math.max(0, listedAt + listEvery - Date.now()))
    }
    async function follow(): Promise<void> {
      const open = (signal: AbortSignal) => openStream(streamCampaign, { params: { survey, campaignId: id } }, signal)
      for await (const { event, data } of followEvents(open, connection.signal, { longestSilence })) {
        if (connection.signal.aborted) return
        if (event === 'progress') note(data as CampaignProgress)
      }
    }
    // The window is hidden, or the server refuses: the page keeps what it knows.
    follow().catch(() => undefined)
    return () => {
      connection.abort()
      window.clearTimeout(listing)
      setPace(null)
    }
  }, [client, survey, id, key, isSeen])
  return pace
}
