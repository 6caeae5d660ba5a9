import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useImperativeHandle, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { deleteAction } from '@gensvar/contract/actions'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { closeOnEscape } from '#web/ui/close-on-escape.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import type { DialogWidth } from './action-chart.tsx'
import type { ActionDialogProps } from './action-props.ts'
import { ActionFields } from './action-form.tsx'
import { actionQuery } from './action-query.ts'
import type { ActionData } from './action-query.ts'
import { ReadAction } from './read-action.tsx'
import { useTexts } from './texts.ts'
import { useActionForm } from './use-action-form.ts'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

/** Widths of the dialog, and with the chart opened large; on narrow screens it takes the whole screen. */
const usualWidth = '60vw'
const largeWidth = '80vw'

/** Height kept free while the action loads, in pixels. */
const height = 480

/** Leaves the form; asks first where something is not saved. */
type Leave = (act: () => void) => void

/** The dialog of an action. Closing it asks first where something is not saved. */
export function LoadedDialog(opened: ActionDialogProps) {
  const { actionId, isReadOnly = false, onClose } = opened
  const t = useTexts()
  const app = useAppTexts()
  const isNarrow = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false })
  const [isLarge, setLarge] = useState(false)
  const leave = useRef<Leave | null>(null)
  const query = useQuery(actionQuery(opened))
  const close = () => onClose(null)
  const ask = () => (leave.current === null ? close() : leave.current(close))
  const width: DialogWidth = { isLarge, toggle: isNarrow ? null : () => setLarge(!isLarge) }
  return (
    <Modal
      opened
      onClose={ask}
      closeOnEscape={false}
      onKeyDown={(event) => closeOnEscape(ask).onKeyDown(event)}
      title={t(actionId === 0 ? 'addTitle' : 'editTitle')}
      size={isLarge ? largeWidth : usualWidth}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <DataState query={query} height={height}>
        {(data) =>
          data.updateData.state === 0 && data.updateData.canEdit && !isReadOnly ? (
            <EditAction data={data} opened={opened} width={width} leaveRef={leave} />
          ) : (
            <ReadAction data={data} opened={opened} width={width} onClose={close} />
          )
        }
      </DataState>
    </Modal>
  )
}

interface EditProps {
  data: ActionData
  opened: ActionDialogProps
  width: DialogWidth
  leaveRef: RefObject<Leave | null>
}

/** The form of an action with what it takes to delete it. */
function EditAction({ data, opened, width, leaveRef }: EditProps) {
  const { survey, onClose } = opened
  const t = useTexts()
  const text = useLocalText()
  const [isAsked, setAsked] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const form = useActionForm(data, opened, () => onClose('saved'))
  const { updateData: action, canDelete } = data
  useImperativeHandle(leaveRef, () => form.leave)

  async function remove(): Promise<void> {
    setDeleting(true)
    try {
      await call(deleteAction, { params: { survey, actionId: action.id } })
      notifyDone(t('deleted'))
      form.reset()
      onClose('deleted')
    } catch (error) {
      notifyError(error)
      setAsked(false)
    }
    setDeleting(false)
  }

  return (
    <>
      <ActionFields
        form={form}
        data={data}
        opened={opened}
        width={width}
        onCancel={() => {
          form.reset()
          onClose(null)
        }}
        onDelete={canDelete && action.id !== 0 ? () => setAsked(true) : null}
      />
      <ConfirmDialog
        opened={isAsked}
        title={t('deleteTitle')}
        message={t('deleteText', { title: text(action.variableText) || action.extname })}
        okText={t('delete')}
        danger
        busy={isDeleting}
        onOk={() => void remove()}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
