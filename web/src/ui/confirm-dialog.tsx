import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { confirmLayer, confirmWidth } from './constants.ts'

interface Props {
  opened: boolean
  title: string
  message: string
  /** What comes of it, below the question. */
  details?: ReactNode
  onOk: () => void
  /** Called by Cancel, by Esc, by the cross and by a click outside. */
  onCancel: () => void
  /** The dialog only informs: there is no Cancel button. */
  noConfirm?: boolean
  /** Text of the first button; OK by default. */
  okText?: string
  /** The action destroys something; the button says so by its colour. */
  danger?: boolean
  busy?: boolean
  /** While it is busy, Cancel ends what is under way. */
  canStop?: boolean
  width?: number
}

/** Asks before something happens, or informs that it has happened (no-confirm mode). */
export function ConfirmDialog(props: Props) {
  const { opened, title, message, onOk, onCancel, noConfirm = false, danger = false, busy = false } = props
  const t = useAppTexts()
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      size={props.width ?? confirmWidth}
      zIndex={confirmLayer}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text style={{ whiteSpace: 'pre-line' }} aria-live="polite">
        {message}
      </Text>
      {props.details !== undefined && (
        <Text mt={8} size="sm" className="gv-quiet">
          {props.details}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        {!noConfirm && (
          <Button variant="default" onClick={onCancel} disabled={busy && props.canStop !== true}>
            {t('cancel')}
          </Button>
        )}
        <Button data-autofocus onClick={onOk} loading={busy} color={danger ? 'var(--gv-negative-fill)' : undefined}>
          {props.okText ?? t('ok')}
        </Button>
      </Group>
    </Modal>
  )
}
