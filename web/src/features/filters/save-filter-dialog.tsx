import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { printPath } from '@gensvar/contract/drill-path'
import { createSavedFilter } from '@gensvar/contract/filters'
import { call } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { notifyDone } from '#web/ui/notify.tsx'
import { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'

/** Longest name a saved filter may have, in characters. */
const longestName = 80

interface Props {
  opened: boolean
  filters: Filters
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Asks for the name under which the active filters are kept. */
export function SaveFilterDialog({ opened, filters, onClose, onSaved }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      call(createSavedFilter, {
        params: { survey: filters.survey },
        body: { name: name.trim(), path: printPath(filters.active), shared },
      }),
    meta: { quiet: true },
    onSuccess: async (saved) => {
      close()
      notifyDone(t('saved', { name: saved.name }))
      await onSaved()
    },
  })
  function close(): void {
    setName('')
    setShared(false)
    save.reset()
    onClose()
  }
  const taken = save.error instanceof ApiError && save.error.code === 'conflict'
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('saveTitle')}
      size={400}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') save.mutate()
        }}
      >
        <Stack gap={16}>
          <TextInput
            label={t('name')}
            data-autofocus
            maxLength={longestName}
            value={name}
            error={save.error !== null && (taken ? t('nameTaken') : errorText(save.error))}
            onChange={(event) => {
              setName(event.currentTarget.value)
              if (save.error !== null) save.reset()
            }}
          />
          <Switch
            label={t('share')}
            description={t('shareHelp')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {app('cancel')}
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
