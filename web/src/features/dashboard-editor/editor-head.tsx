import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { discardDraft } from '@gensvar/contract/dashboard-editor'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { DraftKeeper, EditedDraft } from './draft-keeper.ts'
import { text, useTexts } from './texts.ts'
import type { DraftProblems } from './use-problems.ts'
import { UndoButtons } from './undo-buttons.tsx'
import classes from './dashboard-editor.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))
const PublishDialog = whenOpened(() => import('./publish-dialog.tsx').then((file) => file.PublishDialog))

interface Props {
  survey: string
  title: string
  keeper: DraftKeeper
  draft: EditedDraft
  problems: DraftProblems
}

/** The name of what is edited, whether it is saved, and what is done with it. */
export function EditorHead({ survey, title, keeper, draft, problems }: Props) {
  const t = useTexts()
  const [opened, setOpened] = useState<'discard' | 'publish' | null>(null)
  const isChanged = draft.saved.isDraft || draft.saving !== 'saved' || draft.settled !== draft.saved.published.text
  const discard = useMutation({
    mutationFn: async () => {
      await keeper.flush()
      const { saved } = keeper.store.get()
      return call(discardDraft, { params: { survey }, query: { version: saved.version } })
    },
    onSuccess: (state) => {
      keeper.take(state)
      notifyDone(text('discarded'))
    },
    onError: notifyError,
    onSettled: () => setOpened(null),
  })
  const publish = () => {
    // What is compared and checked is what is published.
    keeper.settle()
    setOpened('publish')
  }
  return (
    <header className={classes['head']}>
      <div>
        <h1 className={classes['title']}>{t('title', { survey: title })}</h1>
        <p className={classes['state']}>
          <SavedState draft={draft} isChanged={isChanged} />
        </p>
      </div>
      <div className={classes['buttons']}>
        <UndoButtons keeper={keeper} draft={draft} />
        <Button variant="default" disabled={!isChanged} onClick={() => setOpened('discard')}>
          {t('discard')}
        </Button>
        <Button disabled={!isChanged} onClick={publish}>
          {t('publish')}
        </Button>
      </div>
      <ConfirmDialog
        opened={opened === 'discard'}
        title={t('discardAsk')}
        message={t('discardText')}
        okText={t('discard')}
        danger
        busy={discard.isPending}
        onOk={() => discard.mutate()}
        onCancel={() => setOpened(null)}
      />
      <PublishDialog
        opened={opened === 'publish'}
        survey={survey}
        keeper={keeper}
        draft={draft}
        problems={problems}
        onClose={() => setOpened(null)}
      />
    </header>
  )
}

/** Whether the draft is saved, and since when; read out as it changes. */
function SavedState({ draft, isChanged }: { draft: EditedDraft; isChanged: boolean }) {
  const t = useTexts()
  const { saving, reason, saved } = draft
  const words = () => {
    if (saving === 'failed' || saving === 'conflict') return t('notSaved', { reason: reason ?? '' })
    if (saving !== 'saved') return t('saving')
    return isChanged ? t('saved') : t('asPublished', { number: saved.published.number })
  }
  return (
    <>
      <span role="status" data-state={saving}>
        {words()}
      </span>
      {saving === 'saved' && isChanged && saved.changed !== null && (
        <>
          {' '}
          {saved.changedBy} <RelativeTime moment={saved.changed} />
        </>
      )}
    </>
  )
}
