import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteAllSamples, maxNamedSamples } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { usePlace } from '#web/lib/place.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { notifyDone } from '#web/ui/notify.tsx'
import { ActionButton } from './action-button.tsx'
import { useTexts } from './texts.ts'

interface Props {
  component: string
  /** The text the rows are filtered by. */
  filter: string
  /** Ids of the selected rows; none deletes all. */
  selected: readonly number[]
  onDeleted: () => void
}

/** Deletes for good what the table shows or what is selected of it, after a question; completed interviews stay. */
export function DeleteAll({ component, filter, selected, onDeleted }: Props) {
  const t = useTexts()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { survey, drillPath } = usePlace()
  const [isAsked, setAsked] = useState(false)
  const isOfSelected = selected.length > 0
  const remove = useMutation({
    mutationFn: () =>
      call(deleteAllSamples, {
        params: { survey, component, drillPath },
        query: { filter },
        body: { sampleIds: isOfSelected ? [...selected] : null },
      }),
    onSuccess({ deleted }) {
      notifyDone(t('deleted', { n: format.number(deleted) }))
      onDeleted()
    },
    onSettled() {
      setAsked(false)
      return queryClient.invalidateQueries({ queryKey: ['list', 'samples', survey] })
    },
  })
  const question = t(isOfSelected ? 'deleteSelectedText' : 'deleteAllText')
  const isTooMany = selected.length > maxNamedSamples
  return (
    <>
      <ActionButton
        danger
        icon={<IconTrash size={16} aria-hidden="true" />}
        reason={isTooMany ? t('tooMany', { most: format.number(maxNamedSamples) }) : null}
        onClick={() => setAsked(true)}
      >
        {t(isOfSelected ? 'deleteSelected' : 'deleteAll')}
      </ActionButton>
      <ConfirmDialog
        danger
        opened={isAsked}
        title={t(isOfSelected ? 'deleteSelected' : 'deleteAll')}
        message={`${question}\n\n${t('completedStay')}`}
        okText={t('delete')}
        busy={remove.isPending}
        onCancel={() => setAsked(false)}
        onOk={() => remove.mutate()}
      />
    </>
  )
}
