import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  pauseCampaign,
  removeCampaign,
  removeTrackings,
  resendTrackings,
  resumeCampaign,
  stopCampaign,
} from '@gensvar/contract/campaigns'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { text } from '#web/widgets/campaign/texts.ts'
import { campaignsKey } from './queries.ts'

/** A change of a campaign's state. */
export type StateChange = 'resume' | 'pause' | 'stop'

const routes = { resume: resumeCampaign, pause: pauseCampaign, stop: stopCampaign } as const

/** What root does with a campaign and its messages; the campaign is loaded again after each, also where it was refused. */
export function useCampaignActions(survey: string, campaignId: number, onRemoved: () => void) {
  const client = useQueryClient()
  const format = useFormat()
  const params = { survey, campaignId }
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: campaignsKey }),
      client.invalidateQueries({ queryKey: ['list', ...campaignsKey] }),
      client.invalidateQueries({ queryKey: ['widget', survey] }),
    ])
  const change = useMutation({
    mutationFn: (next: StateChange) => call(routes[next], { params }),
    onError: notifyError,
    onSettled: reload,
  })
  const remove = useMutation({
    mutationFn: () => call(removeCampaign, { params }),
    onSuccess() {
      notifyDone(text('deleted'))
      client.removeQueries({ queryKey: campaignsKey })
      void client.invalidateQueries({ queryKey: ['widget', survey] })
      onRemoved()
    },
    onError: notifyError,
  })
  const resend = useMutation({
    mutationFn: (ids: number[]) => call(resendTrackings, { params, body: { ids } }),
    onSuccess: ({ queued }) => notifyDone(text('resent', { count: queued, n: format.number(queued) })),
    onError: notifyError,
    onSettled: reload,
  })
  const removeMessages = useMutation({
    mutationFn: (ids: number[]) => call(removeTrackings, { params, body: { ids } }),
    onSuccess: ({ deleted }) => notifyDone(text('messagesDeleted', { count: deleted, n: format.number(deleted) })),
    onError: notifyError,
    onSettled: reload,
  })
  return { change, remove, resend, removeMessages }
}

/** What root does with a campaign and its messages. */
export type CampaignActions = ReturnType<typeof useCampaignActions>
