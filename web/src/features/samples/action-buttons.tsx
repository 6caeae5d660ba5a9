import { Button, Menu } from '@mantine/core'
import { IconDots, IconMail, IconMessage, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { SampleState } from '@gensvar/contract/entities/states'
import { sampleButtons } from '@gensvar/contract/sample-buttons'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { useDeleteSample } from './queries.ts'
import type { Sample } from './queries.ts'
import { commentFields, wrongAnswers } from './sample-fields.ts'
import type { FieldValues } from './sample-fields.ts'
import type { StateAction } from './state-dialog.tsx'
import { useTexts } from './texts.ts'
import type { SampleForm } from './use-sample-form.ts'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

interface Props {
  sample: Sample
  survey: string
  form: SampleForm
  /** Opens the dialog of an action that asks for something. */
  onAsk: (action: StateAction) => void
  /** Leaves the page after the sample is deleted. */
  onLeave: () => void
}

/** What can be done with a sample besides saving it, as far as its state and the caller's role allow. */
export function ActionButtons({ sample, survey, form, onAsk, onLeave }: Props) {
  const t = useTexts()
  const buttons = sampleButtons(sample.state, sample)
  const approve = () => {
    if (needsDialog(sample, form)) onAsk('approve')
    else void form.state.submit({ body: { state: '2' }, done: t('approved') })
  }
  return (
    <>
      <MoreMenu sample={sample} survey={survey} form={form} onLeave={onLeave} />
      {buttons.cancel && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => onAsk('cancel')}>
          {t('cancelSample')}
        </Button>
      )}
      {buttons.unapprove && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => onAsk('unapprove')}>
          {t('unapprove')}
        </Button>
      )}
      {buttons.approve && (
        <Button variant="default" loading={form.state.sendingNow?.body?.state === '2'} onClick={approve}>
          {t('approve')}
        </Button>
      )}
    </>
  )
}

/** Approving asks for its comments; but what is wrong elsewhere is shown first. */
function needsDialog(sample: Sample, form: SampleForm): boolean {
  const asked = commentFields(sample, '2')
  if (asked.length === 0) return false
  const state: SampleState = '2'
  const wrong = wrongAnswers(sample, form.values.fields as FieldValues, { state, changed: new Set() })
  const names = new Set(asked.map((field) => field.questionId))
  return Object.keys(wrong).every((questionId) => names.has(questionId))
}

/** What is done seldom: sending the invitation again, and deleting. */
function MoreMenu({ sample, survey, form, onLeave }: Omit<Props, 'onAsk'>) {
  const t = useTexts()
  const { resendEmail, resendSMS } = sampleButtons(sample.state, sample)
  const [isAsked, setAsked] = useState(false)
  const remove = useDeleteSample({ survey, sampleId: sample.id })
  if (!resendEmail && !resendSMS && !sample.canDelete) return null
  return (
    <>
      <Menu withInitialFocusPlaceholder={false} position="top-start">
        <Menu.Target>
          <Button variant="subtle" leftSection={<IconDots size={16} aria-hidden="true" />}>
            {t('more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {resendEmail && (
            <Menu.Item
              leftSection={<IconMail size={16} aria-hidden="true" />}
              onClick={() => void form.state.submit({ query: { resendEmail: 'true' } })}
            >
              {t('resendEmail')}
            </Menu.Item>
          )}
          {resendSMS && (
            <Menu.Item
              leftSection={<IconMessage size={16} aria-hidden="true" />}
              onClick={() => void form.state.submit({ query: { resendSMS: 'true' } })}
            >
              {t('resendSMS')}
            </Menu.Item>
          )}
          {sample.canDelete && (
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden="true" />}
              color="var(--gv-negative-text)"
              onClick={() => setAsked(true)}
            >
              {t('delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsked}
        title={t('deleteTitle')}
        message={t('deleteText', { name: sample.title })}
        okText={t('delete')}
        danger
        busy={remove.isPending}
        onCancel={() => setAsked(false)}
        onOk={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              // What was entered goes with the sample: nobody is asked about it.
              form.reset()
              notifyDone(t('deleted'))
              onLeave()
            },
            onError: notifyError,
          })
        }
      />
    </>
  )
}
