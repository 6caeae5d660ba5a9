import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useTexts } from '../texts.ts'

/** Longest title of a page, in characters. */
const longestTitle = 80

interface Props {
  opened: boolean
  onAdd: (title: string) => void
  onClose: () => void
}

/** Asks for the title of a new page. */
export function NewPageDialog({ opened, onAdd, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const [title, setTitle] = useState('')
  const [isRefused, setRefused] = useState(false)
  const close = () => {
    setTitle('')
    setRefused(false)
    onClose()
  }
  const add = () => {
    if (title.trim() === '') return setRefused(true)
    onAdd(title.trim())
    setTitle('')
    setRefused(false)
  }
  return (
    <Modal opened={opened} onClose={close} title={t('addPage')} closeButtonProps={{ 'aria-label': app('close') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextInput
          data-autofocus
          label={t('pageTitle')}
          description={t('pageTitleHelp')}
          maxLength={longestTitle}
          value={title}
          error={isRefused && title.trim() === '' ? t('pageTitleMissing') : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={close}>
            {app('cancel')}
          </Button>
          <Button type="submit">{t('addPage')}</Button>
        </Group>
      </form>
    </Modal>
  )
}
