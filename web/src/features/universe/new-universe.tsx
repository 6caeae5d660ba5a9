import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useTexts } from './texts.ts'

const NewUniverseDialog = whenOpened(() => import('./new-universe-dialog.tsx').then((file) => file.NewUniverseDialog))

/** Makes a further organisation. */
export function NewUniverse() {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('add')}
      </Button>
      <NewUniverseDialog opened={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
