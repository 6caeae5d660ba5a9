import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { closeOnEscape } from '../close-on-escape.ts'
import { Form } from './form.tsx'
import type { FormProps } from './form.tsx'

interface Props<Values> extends Omit<FormProps<Values>, 'onCancel' | 'cancelDisabled'> {
  opened: boolean
  onClose: () => void
  title: string
  size?: number | string
  /** Content below the form that is not part of it. */
  footer?: ReactNode
}

/** A form in a dialog. Cancel closes it; Esc, the cross and a click outside ask first if there are unsaved changes. */
export function FormDialog<Values>({ opened, onClose, title, size = 400, footer, ...form }: Props<Values>) {
  const t = useAppTexts()
  const close = () => {
    form.form.reset()
    onClose()
  }
  const ask = () => form.form.leave(close)
  return (
    <Modal
      opened={opened}
      onClose={ask}
      {...closeOnEscape(ask)}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Form {...form} onCancel={close} />
      {footer}
    </Modal>
  )
}
