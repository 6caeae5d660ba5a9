import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCloseOnLeave } from '#web/lib/close-on-leave.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { FigureDetails } from './figure-details.tsx'
import type { ShownFigure } from './figure-details.tsx'
import classes from './figure-details.module.css'

/** A figure that is opened in the dialog. */
export interface DialogFigure extends ShownFigure {
  /** The figure as shown. */
  value: string
  /** What else can be done with it, under its details. */
  more?: ReactNode
}

interface Props {
  opened: boolean
  of: DialogFigure | null
  onClose: () => void
}

/** The dialog that says what a figure of a table or chart is. */
export function FigureDialog({ opened, of, onClose }: Props) {
  const app = useAppTexts()
  useCloseOnLeave(opened, onClose)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={of?.title}
      size={400}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      {of !== null && (
        <div className={classes['details']}>
          <strong className={classes['value']}>{of.value}</strong>
          <FigureDetails {...of} />
          {of.more}
        </div>
      )}
    </Modal>
  )
}
