import { Button, Group } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type en from '#web/locales/en/form.json'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { defineTexts } from '#web/lib/texts.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { focusField, giveFocusBack } from './form-place.ts'
import { RefusalSummary } from './refusal-summary.tsx'
import type { Refusal } from './refusal.ts'
import type { ContractForm } from './use-contract-form.ts'
import classes from './form.module.css'

const useTexts = defineTexts<typeof en>('form')

const ConfirmDialog = whenOpened(() => import('../confirm-dialog.tsx').then((file) => file.ConfirmDialog))
const ConflictDialog = whenOpened(() => import('./conflict-dialog.tsx').then((file) => file.ConflictDialog))

export interface FormProps<Values> {
  form: ContractForm<Values>
  /**
   * Text of the submit button, which says what is saved. Left out where the form's own content has the buttons; null
   * where nothing can be changed.
   */
  save?: string | null
  /** Called by Cancel, without a question; without it there is no Cancel button. */
  onCancel?: () => void
  /** Text of the Cancel button; Cancel by default. */
  cancel?: string
  saveDisabled?: boolean
  /** The form stands inside another one, which it is not part of: HTML has no forms in forms, so this is a group. */
  isInner?: boolean
  cancelDisabled?: boolean
  /** Buttons before Cancel and Save. They stay in sight at the bottom of the screen, with those two. */
  actions?: ReactNode
  children: ReactNode
}

/** Sets the focus after submitting: on the first wrong field, else where it was. */
function useFocusAfterSending(element: HTMLElement | null, sending: boolean, refusal: Refusal | null): () => void {
  const before = useRef<Element | null>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    const ended = wasSending.current && !sending
    wasSending.current = sending
    if (!ended || element === null) return
    const first = refusal?.fields[0]
    if (first === undefined) giveFocusBack(element, before.current)
    else focusField(element, first.path)
  }, [sending, refusal, element])
  return () => {
    before.current = document.activeElement
  }
}

/**
 * Draws a form: error summary, fields (the children) and buttons. While it is being sent it cannot be edited. It asks
 * before unsaved changes are lost, and asks what to do when somebody else saved in between.
 */
export function Form<Values>(props: FormProps<Values>) {
  const { form, save, saveDisabled, isInner = false } = props
  const t = useTexts()
  const { attach, sending, refusal, conflict, unsaved, submit, element } = form.state
  const rememberFocus = useFocusAfterSending(element, sending, refusal)
  const send = () => {
    // Enter in a field submits even when the button is disabled, so check here too.
    if (saveDisabled === true || save === null) return
    rememberFocus()
    void submit()
  }
  return (
    <>
      {isInner ? (
        <div ref={attach} aria-busy={sending}>
          <Content {...props} onSend={send} />
        </div>
      ) : (
        <form
          ref={attach}
          noValidate
          aria-busy={sending}
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <Content {...props} />
        </form>
      )}
      <ConfirmDialog
        opened={unsaved.isAsked}
        title={t('unsavedTitle')}
        message={t('unsavedText')}
        okText={t('discard')}
        danger
        onOk={unsaved.discard}
        onCancel={unsaved.stay}
      />
      <ConflictDialog opened={conflict !== null} conflict={conflict} />
    </>
  )
}

/** What a form shows: its error summary, its fields and its buttons. `onSend` is for a form that is not sent by itself. */
function Content<Values>(props: FormProps<Values> & { onSend?: () => void }) {
  const { form, save, onCancel, cancel, saveDisabled, cancelDisabled, actions, onSend, children } = props
  const app = useAppTexts()
  const { element, sending, sendingNow, refusal } = form.state
  // Another button of the form shows that it is being sent where that one was clicked.
  const isSaving = sendingNow !== null && sendingNow.body === undefined && sendingNow.query === undefined
  return (
    <fieldset disabled={sending} className={classes['fields']}>
      {refusal !== null && <RefusalSummary refusal={refusal} form={element} />}
      {children}
      {save !== undefined && (
        <Group
          justify={onCancel === undefined && actions === undefined ? 'flex-start' : 'flex-end'}
          gap={8}
          className={actions === undefined ? undefined : classes['bar']}
        >
          {actions}
          {onCancel !== undefined && (
            <Button variant="default" disabled={cancelDisabled} onClick={onCancel}>
              {cancel ?? app('cancel')}
            </Button>
          )}
          {save !== null && (
            <Button
              type={onSend === undefined ? 'submit' : 'button'}
              onClick={onSend}
              disabled={saveDisabled}
              loading={isSaving}
            >
              {save}
            </Button>
          )}
        </Group>
      )}
    </fieldset>
  )
}
