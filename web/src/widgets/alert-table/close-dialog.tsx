import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { closeAlerts, getAlertQuestions } from '@gensvar/contract/alerts'
import { call } from '#web/api.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { fieldOfQuestion, firstSelections, refuseWrong, sentSelections } from './answers.ts'
import { QuestionInputs } from './question-inputs.tsx'
import { useTexts } from './texts.ts'

interface Props {
  opened: boolean
  survey: string
  alertIds: readonly number[]
  onClose: () => void
  onClosed: () => unknown
}

/** Closes alerts with the same comment and the same answers to the questions of all their rules. */
export function CloseDialog({ opened, survey, alertIds, onClose, onClosed }: Props) {
  const t = useTexts()
  const query = useQuery({
    queryKey: ['alert-questions', survey, alertIds],
    queryFn: ({ signal }) =>
      call(getAlertQuestions, { params: { survey }, body: { alertIds: [...alertIds] } }, { signal }),
    enabled: opened && alertIds.length > 0,
    staleTime: 0,
    meta: { quiet: true },
  })
  const questions = query.data?.questions ?? []
  const form = useContractForm(closeAlerts, {
    params: { survey },
    initial: { alertIds: [...alertIds], newComment: '', selections: firstSelections(questions) },
    keepsLetters: true,
    fieldOf: fieldOfQuestion(questions),
    complete(values) {
      refuseWrong(questions, values, true)
      return Promise.resolve({ ...values, selections: sentSelections(questions, values.selections) })
    },
    done: ({ closed }) => t('closedCount', { count: closed }),
    async onSaved() {
      onClose()
      await onClosed()
    },
  })
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t('closeTitle', { count: alertIds.length })}
      size={480}
      save={t('closeThem', { count: alertIds.length })}
      saveDisabled={query.data === undefined}
    >
      <DataState query={query} height={160} compact>
        {() => (
          <>
            <QuestionInputs
              questions={questions}
              selections={form.values.selections}
              field={(path) => form.field(path)}
              isRequired
            />
            <Textarea label={t('newComment')} required autosize minRows={2} maxRows={8} {...form.field('newComment')} />
          </>
        )}
      </DataState>
    </FormDialog>
  )
}
