import { Radio, Stack, Textarea } from '@mantine/core'
import { isBlankValue } from '#web/ui/form/check-field.ts'
import type { QuestionField } from '#web/ui/form/check-field.ts'
import { Card } from '#web/ui/card.tsx'
import { QuestionFieldInput } from '#web/ui/form/question-field-input.tsx'
import { SampleStateIcon, useSampleStateText } from '#web/ui/sample-state-icon.tsx'
import type { Sample } from './queries.ts'
import { commentFields, fieldKey, fieldPath, statesOffered } from './sample-fields.ts'
import { useTexts } from './texts.ts'
import type { SampleForm } from './use-sample-form.ts'
import classes from './sample.module.css'

/** The state of a sample: the choice of another, the questions about it, and the comments that belong to it. */
export function StateCard({ sample, form }: { sample: Sample; form: SampleForm }) {
  const t = useTexts()
  const { stateQuestion, subStateQuestion, evalPeriodQuestion } = sample
  const chosen = form.values.state
  const isPutOff = chosen === '3' && sample.state !== '3'
  const period = evalPeriodQuestion && { ...evalPeriodQuestion, optional: evalPeriodQuestion.optional && !isPutOff }
  const questions = [stateQuestion, subStateQuestion, period].filter((field) => field !== null)
  const fields = [...questions, ...shownComments(sample, form)]
  // The head of the page says the state already.
  if (statesOffered(sample).length < 2 && fields.length === 0) return null
  return (
    <Card title={t('state')}>
      <Stack gap={16}>
        <StateChoice sample={sample} form={form} />
        {fields.length > 0 && (
          <div className={classes['fields']}>
            {fields.map((field) => (
              <StateField key={field.questionId} field={field} form={form} />
            ))}
          </div>
        )}
        {chosen === '4' && sample.state !== '4' && (
          <Textarea label={t('comment')} autosize minRows={2} maxRows={8} {...form.field('comment')} />
        )}
      </Stack>
    </Card>
  )
}

/** The comments that go with the chosen state, and those that are there already. */
function shownComments(sample: Sample, form: SampleForm): QuestionField[] {
  const asked = new Set(commentFields(sample, form.values.state).map((field) => field.questionId))
  return sample.groups
    .flatMap((group) => group.fields)
    .filter((field) => field.cancelledComment || field.approvedComment)
    .filter(({ questionId }) => asked.has(questionId) || !isBlankValue(form.values.fields?.[fieldKey(questionId)]))
    .map((field) => ({ ...field, optional: field.optional || field.cancelledComment }))
}

function StateField({ field, form }: { field: QuestionField; form: SampleForm }) {
  return <QuestionFieldInput field={field} {...form.field(fieldPath(field.questionId))} />
}

/** The states the sample can be given; its own state in words where there is no other. */
function StateChoice({ sample, form }: { sample: Sample; form: SampleForm }) {
  const t = useTexts()
  const stateText = useSampleStateText()
  const offered = statesOffered(sample)
  if (offered.length < 2)
    return (
      <p className={classes['state']}>
        <SampleStateIcon state={sample.state} hasWords />
        {stateText(sample.state)}
      </p>
    )
  return (
    <Radio.Group label={t('state')} labelProps={{ className: classes['hiddenLabel'] }} {...form.field('state')}>
      <div className={classes['choices']}>
        {offered.map((state) => (
          <Radio
            key={state}
            value={state}
            label={
              <span className={classes['stateName']}>
                <SampleStateIcon state={state} hasWords />
                {stateText(state)}
              </span>
            }
          />
        ))}
      </div>
    </Radio.Group>
  )
}
