import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { providerQuery } from './queries.ts'
import { useTexts } from './texts.ts'

const ProviderDialog = whenOpened(() => import('./provider-dialog.tsx').then((file) => file.ProviderDialog))

/** Opens the settings of the language model that judges and translates comments. */
export function ProviderButton() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const opening = useMutation({
    mutationFn: () => queryClient.fetchQuery(providerQuery),
    onError: notifyError,
    onSuccess: () => setOpen(true),
  })
  const provider = opening.data
  return (
    <>
      <Button size="sm" variant="default" loading={opening.isPending} onClick={() => opening.mutate()}>
        {t('provider')}
      </Button>
      {provider && (
        <ProviderDialog key={provider.version} opened={isOpen} provider={provider} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
