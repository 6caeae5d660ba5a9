import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { providerQuery } from './queries.ts'
import { useTexts } from './texts.ts'

const ProviderDialog = whenOpened(() => import('./provider-dialog.tsx').then((file) => file.ProviderDialog))

/** Opens the settings of the language model that judges and translates comments. */
export function ProviderButton() {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { data, error, isFetching } = useQuery({ ...providerQuery, enabled: isOpen })
  useEffect(() => {
    if (error === null) return
    notifyError(error)
    setOpen(false)
  }, [error])
  return (
    <>
      <Button size="sm" variant="default" loading={isOpen && isFetching && !data} onClick={() => setOpen(true)}>
        {t('provider')}
      </Button>
      {data && <ProviderDialog opened={isOpen} provider={data} onClose={() => setOpen(false)} />}
    </>
  )
}
