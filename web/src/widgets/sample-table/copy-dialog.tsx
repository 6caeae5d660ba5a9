import { Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isIsoDate } from '@gensvar/contract/dates'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { copySamples, getCopyAction } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { todayIn } from '#web/lib/today.ts'
import { fieldError } from '#web/ui/form/check-field.ts'
import type { FieldValue, QuestionField } from '#web/ui/form/check-field.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { QuestionFieldInput } from '#web/ui/form/question-field-input.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import classes from './sample-table.module.css'
import { useTexts } from './texts.ts'

/** A button that copies samples, as a table configures it. */
export type CopyAction = WidgetConfig<'sample-table'>['copyActions'][number]

interface Props {
  opened: boolean
  action: CopyAction | null
  component: string
  /** Ids of the samples to copy. */
  sampleIds: readonly number[]
  onClose: () => void
  onCopied: () => void
}

/** The form of a copy action: event date, fields and comments, as it is configured. */
export function CopyDialog({ action, ...props }: Props) {
  const [first] = props.sampleIds
  return action === null || first === undefined ? null : <Dialog {...props} action={action} first={first} />
}

/** A field of the form with everything that the server left out. */
function wholeField(given: Answer<typeof getCopyAction>['fields'][number], isOfSeveral: boolean): QuestionField {
  const { questionId, title = questionId, type = 'text', value = null, choices = [], optional = false } = given
  const marks = { readOnly: given.readOnly ?? false, cancelledComment: false, approvedComment: false }
  // Left empty, each copy keeps the answer of its original.
  const answer = isOfSeveral ? { value: null, optional: true } : { value, optional }
  return { questionId, title, type, choices, ...marks, ...answer }
}

function Dialog(props: Props & { action: CopyAction; first: number }) {
  const { opened, action, component, sampleIds, first, onClose, onCopied } = props
  const t = useTexts()
  const text = useLocalText()
  const queryClient = useQueryClient()
  const { survey, drillPath } = usePlace()
  const today = todayIn(useSurveyStart().survey.timeZone)
  const params = { survey, component, action: action.extname, drillPath }
  const isOfSeveral = sampleIds.length > 1
  const query = useQuery({
    queryKey: ['copy-action', survey, component, action.extname, drillPath, first],
    queryFn: ({ signal }) => call(getCopyAction, { params, query: { sampleId: first } }, { signal }),
    enabled: opened,
    staleTime: 0,
    meta: { quiet: true },
  })
  const form = useContractForm(copySamples, {
    params,
    initial: {
      sampleIds: [...sampleIds],
      eventdate: action.eventdate ? (query.data?.eventdate ?? null) : null,
      fields: {},
      comments: query.data?.comments ?? '',
    },
    done: (answer) => t('copied', { count: answer.sampleIds.length }),
    onSaved() {
      onClose()
      onCopied()
      return queryClient.invalidateQueries({ queryKey: ['list', 'samples', survey] })
    },
  })
  const changed: Readonly<Record<string, FieldValue>> = form.values.fields ?? {}
  const fields = (query.data?.fields ?? []).map((field) => wholeField(field, isOfSeveral))
  const valueOf = ({ questionId, value }: QuestionField) =>
    changed[questionId] ?? (questionId in changed ? null : value)
  const { eventdate } = form.values
  const isDated = !action.eventdate || (eventdate !== null && isIsoDate(eventdate) && eventdate >= today)
  const isValid =
    query.data !== undefined && isDated && fields.every((field) => fieldError(field, valueOf(field)) === null)

  function change({ questionId }: QuestionField, value: FieldValue): void {
    const { [questionId]: _, ...others } = changed
    form.set('fields', isOfSeveral && value === null ? others : { ...others, [questionId]: value })
  }
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={text(action.title)}
      size={480}
      save={t('copy')}
      saveDisabled={!isValid}
    >
      <DataState query={query} height={160} compact>
        {() => (
          <>
            <p className={`gv-quiet ${classes['said']}`}>
              {t('copyOf', { count: sampleIds.length })} {isOfSeveral && fields.length > 0 && t('keepsOwn')}
            </p>
            {action.eventdate && (
              <DateField
                required
                data-autofocus
                label={t('eventdate')}
                description={t('deadline')}
                min={today}
                {...form.field('eventdate', { empty: null })}
                value={eventdate}
                error={
                  form.field('eventdate').error ??
                  (eventdate !== null && isIsoDate(eventdate) && eventdate < today ? t('fromToday') : undefined)
                }
              />
            )}
            {fields.map((field) => (
              <QuestionFieldInput
                key={field.questionId}
                field={field}
                placeholder={isOfSeveral ? t('asOriginal') : undefined}
                {...form.field(`fields.${field.questionId}`)}
                value={valueOf(field)}
                onChange={(value) => change(field, value)}
              />
            ))}
            {action.comments && <Textarea label={t('comments')} autosize minRows={2} {...form.field('comments')} />}
          </>
        )}
      </DataState>
    </FormDialog>
  )
}
