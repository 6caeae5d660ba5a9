import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { linesOf } from '../document/edits.ts'
import { useTexts } from '../texts.ts'

interface Props {
  opened: boolean
  /** How many choices there is room for. */
  most: number
  onAdd: (lines: string[]) => void
  onClose: () => void
}

/** Takes many choices at once, one in each line. */
export function PasteDialog({ opened, most, onAdd, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const format = useFormat()
  const [text, setText] = useState('')
  const lines = linesOf(text)
  const isTooMany = lines.length > most
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('pasteChoices')}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // Where it is drawn, a click in it would otherwise be one in the form of the question too.
          event.stopPropagation()
          onAdd(lines)
          setText('')
        }}
      >
        <Textarea
          data-autofocus
          label={t('pasteLabel')}
          description={t('pasteHelp')}
          autosize
          minRows={6}
          maxRows={16}
          value={text}
          error={isTooMany ? t('pasteTooMany', { most: format.number(most) }) : undefined}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {app('cancel')}
          </Button>
          <Button type="submit" disabled={lines.length === 0 || isTooMany}>
            {t('pasteAdd', { count: lines.length, n: format.number(lines.length) })}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
