import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
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
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const isStopped = useRef(false)
  useEffect(() => () => void (isStopped.current = true), [])
  const remove = useMutation({
    // One call deletes so many that it ends in time, so that any number can be deleted and seen to go.
    async mutationFn() {
      isStopped.current = false
      let done = 0
      try {
        for (;;) {
          const { deleted, left } = await call(deleteAllSamples, {
            params: { survey, component, drillPath },
            query: { filter },
            body: { sampleIds: isOfSelected ? [...selected] : null },
          })
          done += deleted
          if (left === 0 || deleted === 0 || isStopped.current) break
          setProgress({ done, total: done + left })
        }
      } catch (error) {
        if (done > 0) tell(done)
        throw error
      }
      tell(done)
    },
    onSuccess: onDeleted,
    onSettled() {
      setAsked(false)
      setProgress(null)
      return queryClient.invalidateQueries({ queryKey: ['list', 'samples', survey] })
    },
  })
  function tell(done: number): void {
    notifyDone(t('deleted', { n: format.number(done) }))
  }
  function cancel(): void {
    if (remove.isPending) isStopped.current = true
    else setAsked(false)
  }
  const question = `${t(isOfSelected ? 'deleteSelectedText' : 'deleteAllText')}\n\n${t('completedStay')}`
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
        message={
          progress
            ? t('deleting', { done: format.number(progress.done), total: format.number(progress.total) })
            : question
        }
        okText={t('delete')}
        busy={remove.isPending}
        canStop={progress !== null}
        onCancel={cancel}
        onOk={() => remove.mutate()}
      />
    </>
  )
}
