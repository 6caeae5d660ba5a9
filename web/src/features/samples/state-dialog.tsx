import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { SampleState } from '@gensvar/contract/entities/states'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { closeOnEscape } from '#web/ui/close-on-escape.ts'
import { fieldError } from '#web/ui/form/check-field.ts'
import type { FieldValue, QuestionField } from '#web/ui/form/check-field.ts'
import { QuestionFieldInput } from '#web/ui/form/question-field-input.tsx'
import type { Sample } from './queries.ts'
import { commentFields, fieldKey } from './sample-fields.ts'
import { useTexts } from './texts.ts'
import type { SampleForm } from './use-sample-form.ts'

/** A change of state that asks for something first. */
export type StateAction = 'approve' | 'unapprove' | 'cancel'

const stateAfter: Readonly<Record<StateAction, SampleState>> = { approve: '2', unapprove: '3', cancel: '4' }

/** Title, explanation, button and message of each action. */
const words = {
  approve: { title: 'approveTitle', text: 'approveText', ok: 'approve', done: 'approved' },
  unapprove: { title: 'unapproveTitle', text: 'unapproveText', ok: 'unapprove', done: 'unapproved' },
  cancel: { title: 'cancelTitle', text: 'cancelText', ok: 'cancelSample', done: 'cancelled' },
} as const

interface Props {
  opened: boolean
  action: StateAction | null
  sample: Sample
  form: SampleForm
  onClose: () => void
}

/** Asks for what a change of state needs, and sends it with the whole form. */
export function StateDialog({ opened, action, ...rest }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  return (
    <Modal
      opened={opened && action !== null}
      onClose={rest.onClose}
      {...closeOnEscape(rest.onClose)}
      title={action === null ? '' : t(words[action].title)}
      size={480}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      {action !== null && <Questions action={action} {...rest} />}
    </Modal>
  )
}

function askedFields(sample: Sample, action: StateAction): QuestionField[] {
  if (action !== 'unapprove') return commentFields(sample, stateAfter[action])
  return sample.evalPeriodQuestion === null ? [] : [{ ...sample.evalPeriodQuestion, optional: false }]
}

function Questions({ action, sample, form, onClose }: Omit<Props, 'opened' | 'action'> & { action: StateAction }) {
  const t = useTexts()
  const app = useAppTexts()
  const fields = askedFields(sample, action)
  const [values, setValues] = useState<Record<string, FieldValue>>(() => ({ ...form.values.fields }))
  const [comment, setComment] = useState(form.values.comment ?? '')
  const [isChecked, setChecked] = useState(false)
  const errorOf = (field: QuestionField) => fieldError(field, values[fieldKey(field.questionId)] ?? null)
  const said = words[action]

  function send(): void {
    setChecked(true)
    if (fields.some((field) => errorOf(field) !== null)) return
    // What was entered here stays in the form, should the server find something wrong.
    form.set('fields', values)
    onClose()
    void form.state.submit({ body: { state: stateAfter[action], fields: values, comment }, done: t(said.done) })
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap={16}>
        <Text>{t(said.text, { name: sample.title })}</Text>
        {fields.map((field, at) => (
          <QuestionFieldInput
            key={field.questionId}
            field={field}
            value={values[fieldKey(field.questionId)] ?? null}
            onChange={(value) => setValues({ ...values, [fieldKey(field.questionId)]: value })}
            error={isChecked ? errorOf(field) : null}
            data-autofocus={at === 0}
          />
        ))}
        {action === 'cancel' && (
          <Textarea
            label={t('comment')}
            autosize
            minRows={2}
            maxRows={8}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {action === 'cancel' ? t('keep') : app('cancel')}
          </Button>
          <Button type="submit" color={action === 'cancel' ? 'var(--gv-negative-fill)' : undefined}>
            {t(said.ok)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
