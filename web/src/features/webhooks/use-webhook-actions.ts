import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  pauseWebhook,
  removeWebhook,
  renewWebhookSecret,
  replayWebhookDelivery,
  resumeWebhook,
  testWebhook,
} from '@gensvar/contract/webhooks'
import type { Webhook } from '@gensvar/contract/webhooks'
import { call } from '#web/api.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { useTexts } from './texts.ts'

/** What root can do with webhooks; lists and logs are loaded again afterwards. `onSecret` is given a new secret. */
export function useWebhookActions({ onSecret }: { onSecret: (secret: string) => void }) {
  const t = useTexts()
  const reload = useReload()
  const usual = { onError: notifyError, onSettled: reload }
  return {
    reload,
    pause: useMutation({
      mutationFn: ({ id: webhookId, state }: Webhook) =>
        call(state === 'PAUSED' ? resumeWebhook : pauseWebhook, { params: { webhookId } }),
      onSuccess: ({ state }) => notifyDone(t(state === 'PAUSED' ? 'pausedNow' : 'resumedNow')),
      ...usual,
    }),
    remove: useMutation({
      mutationFn: (webhookId: number) => call(removeWebhook, { params: { webhookId } }),
      onSuccess: () => notifyDone(t('removed')),
      ...usual,
    }),
    renew: useMutation({
      mutationFn: (webhookId: number) => call(renewWebhookSecret, { params: { webhookId } }),
      onSuccess: ({ secret }) => onSecret(secret),
      ...usual,
    }),
    test: useMutation({
      mutationFn: (webhookId: number) => call(testWebhook, { params: { webhookId } }),
      onSuccess: () => notifyDone(t('testSent')),
      ...usual,
    }),
  }
}

/** Sends a message again. */
export function useReplay() {
  const t = useTexts()
  const reload = useReload()
  return useMutation({
    mutationFn: (deliveryId: number) => call(replayWebhookDelivery, { params: { deliveryId } }),
    onSuccess: () => notifyDone(t('replayed')),
    onError: notifyError,
    onSettled: reload,
  })
}

function useReload() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    await queryClient.invalidateQueries({ queryKey: ['list', 'webhook-log'] })
  }
}
