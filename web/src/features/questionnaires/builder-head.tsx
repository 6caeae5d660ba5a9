import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { UndoButtons } from '#web/features/dashboard-editor/service.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { QuestionnaireDraft, QuestionnaireKeeper } from './keeper.ts'
import { text, useTexts } from './texts.ts'
import type { Problems } from './use-problems.ts'
import { useMinutes } from './use-minutes.ts'
import classes from './builder.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))
const PublishDialog = whenOpened(() => import('./publishing/publish-dialog.tsx').then((file) => file.PublishDialog))

interface Props {
  survey: string
  title: string
  keeper: QuestionnaireKeeper
  draft: QuestionnaireDraft
  problems: Problems
}

/** The name of the survey, whether its draft is saved, how long answering takes, and what is done with the draft. */
export function BuilderHead({ survey, title, keeper, draft, problems }: Props) {
  const t = useTexts()
  const inMinutes = useMinutes()
  const [opened, setOpened] = useState<'discard' | 'publish' | null>(null)
  const { saved } = draft
  const isChanged = saved.isDraft || draft.saving !== 'saved' || saved.published === null
  const discard = useMutation({
    mutationFn: () => keeper.discard(),
    onSuccess: () => notifyDone(text('discarded')),
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
          {draft.settled.questions.length > 0 && <> · {inMinutes(problems.minutes)}</>}
        </p>
      </div>
      <div className={classes['buttons']}>
        {saved.published !== null && (
          <AppLink className={classes['link']} href={paths.firstAnswer(survey)}>
            {t('linkAndAnswers')}
          </AppLink>
        )}
        <UndoButtons keeper={keeper} draft={draft} />
        <Button
          variant="default"
          disabled={!isChanged || saved.published === null}
          onClick={() => setOpened('discard')}
        >
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
function SavedState({ draft, isChanged }: { draft: QuestionnaireDraft; isChanged: boolean }) {
  const t = useTexts()
  const { saving, reason, saved } = draft
  const words = () => {
    if (saving === 'failed' || saving === 'conflict') return t('notSaved', { reason: reason ?? '' })
    if (saving !== 'saved') return t('saving')
    if (isChanged) return t('saved')
    return t('asPublished', { number: saved.published?.number ?? 0 })
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
