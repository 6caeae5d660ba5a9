import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useTexts } from '../texts.ts'

/** Longest title of a category, in characters. */
const longestTitle = 60

interface Props {
  opened: boolean
  onAdd: (title: string) => void
  onClose: () => void
}

/** Asks for the title of a new category. */
export function NewCategoryDialog({ opened, onAdd, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const [title, setTitle] = useState('')
  const [isRefused, setRefused] = useState(false)
  const reset = () => {
    setTitle('')
    setRefused(false)
  }
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={t('addCategory')} closeButtonProps={{ 'aria-label': app('close') }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (title.trim() === '') return setRefused(true)
          onAdd(title.trim())
          reset()
        }}
      >
        <TextInput
          data-autofocus
          label={t('categoryTitle')}
          maxLength={longestTitle}
          value={title}
          error={isRefused && title.trim() === '' ? t('categoryTitleMissing') : null}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={close}>
            {app('cancel')}
          </Button>
          <Button type="submit">{t('addCategory')}</Button>
        </Group>
      </form>
    </Modal>
  )
}
