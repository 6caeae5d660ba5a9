import { useQueryClient } from '@tanstack/react-query'
import { getAlert, updateAlert } from '@gensvar/contract/alerts'
import { call } from '#web/api.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { fieldOfQuestion, firstSelections, refuseWrong, sentSelections } from '#web/widgets/alert-table/answers.ts'
import { useTexts } from '#web/widgets/alert-table/texts.ts'
import { alertKey, alertQuery } from './queries.ts'
import type { Alert, AlertRef } from './queries.ts'

const draftOf = ({ questions, version }: Alert) => ({
  newComment: '',
  isClosed: false,
  selections: firstSelections(questions),
  version,
  overwrite: false,
})

/** A form over an alert. It is checked here first, then by the server. `onClosed` is called when the alert is closed. */
export function useAlertForm(alert: Alert, ref: AlertRef, onClosed: () => void) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const { questions } = alert
  return useContractForm(updateAlert, {
    params: ref,
    initial: draftOf(alert),
    keepsLetters: true,
    fieldOf: fieldOfQuestion(questions),
    latest: async () => draftOf(await call(getAlert, { params: ref })),
    complete(values) {
      refuseWrong(questions, values, values.isClosed === true)
      const selections = sentSelections(questions, values.selections)
      // Since the form was filled, the alert may have been given to somebody else on this page.
      const version = Math.max(values.version || 0, alert.version)
      return Promise.resolve({ ...values, selections, version })
    },
    done: ({ alertState }) => t(alertState === 3 ? 'closed' : 'saved'),
    onSaved(saved) {
      queryClient.setQueryData(alertQuery(ref).queryKey, saved)
      // Lists are fetched again when they are shown: nobody waits for them here.
      void refreshAround(queryClient, ref.survey, alertKey)
      if (saved.alertState === 3) onClosed()
    },
  })
}
