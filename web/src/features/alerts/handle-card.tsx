import { Button, Checkbox } from '@mantine/core'
import { IconCircleCheck, IconRotate } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { listAlertOwners } from '@gensvar/contract/alerts'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MentionArea } from '#web/ui/form/mention-area.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { QuestionInputs } from '#web/widgets/alert-table/question-inputs.tsx'
import { useTexts } from '#web/widgets/alert-table/texts.ts'
import classes from './alert.module.css'
import type { Alert } from './queries.ts'
import { useAlertForm } from './use-alert-form.ts'

const ReopenDialog = whenOpened(() => import('./reopen-dialog.tsx').then((file) => file.ReopenDialog))

interface Props {
  alert: Alert
  survey: string
  onClosed: () => void
}

/** The questions of an alert, a new comment and its state; only to be read without the right, and while it is closed. */
export function HandleCard(props: Props) {
  const t = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const isClosed = props.alert.alertState === 3
  const isForm = props.alert.canModify && !isClosed
  const wasForm = useRef(isForm)
  useEffect(() => {
    // The button that reopened the alert is gone: its form takes the focus.
    if (isForm && !wasForm.current) place.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    wasForm.current = isForm
  }, [isForm])
  return (
    <div ref={place} className={classes['handle']}>
      <Card title={t('handling')}>
        {isForm ? <HandleForm {...props} /> : <Handled {...props} isClosed={isClosed} />}
      </Card>
    </div>
  )
}

function HandleForm({ alert, survey, onClosed }: Props) {
  const t = useTexts()
  const form = useAlertForm(alert, { survey, alertId: alert.id }, onClosed)
  const { sendingNow, submit } = form.state
  const isClosing = sendingNow?.body?.isClosed === true
  // Whoever closes an alert says what was done.
  const isClosed = form.values.isClosed === true
  return (
    <Form form={form}>
      <QuestionInputs
        questions={alert.questions}
        selections={form.values.selections}
        field={(path) => form.field(path)}
        isRequired={isClosed}
      />
      <MentionArea
        label={t('newComment')}
        required={isClosed}
        placeholder={t('mention')}
        autosize
        minRows={2}
        maxRows={8}
        listLabel={t('mentionList')}
        searchKey={[survey, alert.id]}
        find={async (term, signal) => {
          const body = { alertIds: [alert.id], term }
          return (await call(listAlertOwners, { params: { survey }, body }, { signal })).owners
        }}
        {...form.field('newComment')}
      />
      <Checkbox
        label={t('closedTick')}
        description={alert.enableCloseAndSave ? undefined : t('cannotClose')}
        disabled={!alert.enableCloseAndSave}
        className={classes['tick']}
        {...form.field('isClosed')}
      />
      <div className={classes['bar']}>
        <Button type="submit" variant="default" loading={sendingNow !== null && !isClosing}>
          {t('save')}
        </Button>
        {alert.enableCloseAndSave && (
          <Button
            leftSection={<IconCircleCheck size={18} aria-hidden="true" />}
            loading={isClosing}
            onClick={() => void submit({ body: { isClosed: true } })}
          >
            {t('closeAndSave')}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** The answers as they were given, and the way to open a closed alert again. */
function Handled({ alert, survey, isClosed }: Props & { isClosed: boolean }) {
  const t = useTexts()
  const text = useLocalText()
  const [isAsked, setAsked] = useState(false)
  const answerTo = ({ type, reasons, selected, value }: Alert['questions'][number]) =>
    type === 'choice' ? (selected === 0 ? '' : text(reasons.find((one) => one.choiceId === selected)?.title)) : value
  return (
    <>
      <p className={classes['quiet']}>{t(isClosed ? 'isClosed' : 'readOnly')}</p>
      {alert.questions.length > 0 && (
        <dl className={classes['answers']}>
          {alert.questions.map((question) => (
            <div key={question.questionId}>
              <dt>{text(question.title)}</dt>
              <dd>{answerTo(question) || <NoValue />}</dd>
            </div>
          ))}
        </dl>
      )}
      {isClosed && alert.canModify && (
        <Button
          variant="default"
          mt={12}
          leftSection={<IconRotate size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setAsked(true)}
        >
          {t('reopen')}
        </Button>
      )}
      <ReopenDialog opened={isAsked} alert={alert} survey={survey} onClose={() => setAsked(false)} />
    </>
  )
}
