import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getAlert, reopenAlert } from '@gensvar/contract/alerts'
import { call } from '#web/api.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from '#web/widgets/alert-table/texts.ts'
import { alertKey, alertQuery } from './queries.ts'
import type { Alert } from './queries.ts'

interface Props {
  opened: boolean
  alert: Alert
  survey: string
  onClose: () => void
}

/** Opens a closed alert again, with the reason as a comment. */
export function ReopenDialog({ opened, alert, survey, onClose }: Props) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const ref = { survey, alertId: alert.id }
  const form = useContractForm(reopenAlert, {
    params: ref,
    initial: { version: alert.version, comment: '' },
    latest: async () => ({ version: (await call(getAlert, { params: ref })).version, comment: '' }),
    done: () => t('reopened'),
    onSaved(saved) {
      onClose()
      queryClient.setQueryData(alertQuery(ref).queryKey, saved)
      void refreshAround(queryClient, survey, alertKey)
    },
  })
  return (
    <FormDialog form={form} opened={opened} onClose={onClose} title={t('reopenTitle')} save={t('reopen')}>
      <Textarea data-autofocus label={t('reopenReason')} autosize minRows={2} maxRows={8} {...form.field('comment')} />
    </FormDialog>
  )
}
