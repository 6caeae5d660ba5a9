import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { disableUsers, inviteUsers } from '@gensvar/contract/users'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { notifyDone } from '#web/ui/notify.tsx'
import { usePeopleTexts } from './people-texts.ts'
import classes from './user-list.module.css'

/** What is to be done with the users selected. */
export interface BulkAct {
  kind: 'enable' | 'disable' | 'invite'
  userIds: number[]
}

type Outcome = Answer<typeof inviteUsers>

interface Props {
  survey: string
  act: BulkAct | null
  onClose: () => void
  /** Something was done: the selection is over. */
  onDone: () => void
}

/** Asks before something is done with several users, and says afterwards with whom it was not done and why. */
export function BulkDialogs({ survey, act, onClose, onDone }: Props) {
  const t = usePeopleTexts()
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const run = useMutation({
    async mutationFn({ kind, userIds }: BulkAct): Promise<Outcome> {
      const params = { survey }
      if (kind === 'invite') return call(inviteUsers, { params, body: { userIds } })
      return { ...(await call(disableUsers, { params, body: { userIds, disabled: kind === 'disable' } })), links: [] }
    },
    onSuccess(answer, { kind }) {
      if (answer.done.length > 0) notifyDone(t(`bulkDone${kind}`, { count: answer.done.length }))
      if (answer.skipped.length + answer.links.length > 0) setOutcome(answer)
      onDone()
    },
    async onSettled() {
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['list', 'users'] })
    },
  })
  const { kind, count } = { kind: act?.kind ?? 'enable', count: act?.userIds.length ?? 0 }
  return (
    <>
      <ConfirmDialog
        opened={act !== null}
        title={t(`bulkTitle${kind}`, { count })}
        message={t(`bulkText${kind}`)}
        okText={t(kind)}
        danger={kind === 'disable'}
        busy={run.isPending}
        onCancel={onClose}
        onOk={() => act && run.mutate(act)}
      />
      <OutcomeDialog outcome={outcome} onClose={() => setOutcome(null)} />
    </>
  )
}

function OutcomeDialog({ outcome, onClose }: { outcome: Outcome | null; onClose: () => void }) {
  const t = usePeopleTexts()
  const app = useAppTexts()
  const { skipped, links } = outcome ?? { skipped: [], links: [] }
  return (
    <Modal
      opened={outcome !== null}
      onClose={onClose}
      size="lg"
      title={skipped.length > 0 ? t('skippedTitle', { count: skipped.length }) : t('linksTitle')}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      {skipped.length > 0 && (
        <PlainTable
          label={t('skippedTitle', { count: skipped.length })}
          rows={skipped}
          keyOf={({ id }) => id}
          columns={[
            { id: 'name', title: t('email'), naming: true, cell: ({ name }) => name },
            { id: 'reason', title: t('reason'), cell: ({ reason }) => reason },
          ]}
        />
      )}
      {links.length > 0 && (
        <>
          <p className={classes['note']}>{t('linksText')}</p>
          <PlainTable
            label={t('linksTitle')}
            rows={links}
            keyOf={({ name }) => name}
            columns={[
              { id: 'name', title: t('email'), naming: true, cell: ({ name }) => name },
              { id: 'link', title: t('link'), cell: ({ link }) => <code className={classes['link']}>{link}</code> },
            ]}
          />
        </>
      )}
    </Modal>
  )
}
