import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { maxNoteLength, publishDraft } from '@gensvar/contract/dashboard-editor'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { surveyStartQuery } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { CodeDiff } from '#web/ui/code-editor/code-editor.tsx'
import { notifyDone } from '#web/ui/notify.tsx'
import { keepMine } from './draft-keeper.ts'
import type { DraftKeeper, EditedDraft } from './draft-keeper.ts'
import { isOvertaken } from './is-overtaken.ts'
import { dashboardKey } from './queries.ts'
import { text, useTexts } from './texts.ts'
import type { DraftProblems } from './use-problems.ts'
import classes from './dashboard-editor.module.css'

interface Props {
  opened: boolean
  survey: string
  keeper: DraftKeeper
  draft: EditedDraft
  problems: DraftProblems
  onClose: () => void
}

/** Publishes the draft; throws why it cannot be saved or published. */
async function publish(survey: string, keeper: DraftKeeper, note: string) {
  if (!(await keeper.flush())) throw new ApiError('conflict', keeper.store.get().reason ?? '')
  const { version } = keeper.store.get().saved
  return call(publishDraft, { params: { survey }, body: { version, note } })
}

/** Shows what publishing changes, and publishes. */
export function PublishDialog({ opened, survey, keeper, draft, problems, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const run = useMutation({
    mutationFn: async ({ isMerged }: { isMerged: boolean }) => {
      if (isMerged) await keepMine(keeper, { isMerged })
      return publish(survey, keeper, note)
    },
    onSuccess: (state) => {
      keeper.take(state)
      setNote('')
      onClose()
      void queryClient.invalidateQueries({ queryKey: surveyStartQuery(survey).queryKey })
      void queryClient.invalidateQueries({ queryKey: [...dashboardKey, 'versions', survey] })
      void refreshAround(queryClient, survey, dashboardKey[0])
      notifyDone(text('published', { number: state.published.number }))
    },
    meta: { quiet: true },
  })
  const { published } = draft.saved
  const isHeld = problems.errors > 0 || !problems.isCurrent
  const close = () => {
    run.reset()
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('publishTitle')}
      size={880}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <p className={classes['plain']}>{t('publishText', { number: published.number })}</p>
      <CodeDiff label={t('changes')} before={published.text} after={draft.settled} language="yaml" maxHeight={360} />
      <TextInput
        mt="md"
        label={t('note')}
        description={t('noteHelp')}
        maxLength={maxNoteLength}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
      <div role="alert" className={classes['refusal']}>
        {problems.errors > 0 && <p>{t('publishHeld', { count: problems.errors, n: problems.errors })}</p>}
        {run.error !== null && <p>{errorText(run.error)}</p>}
      </div>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close} disabled={run.isPending}>
          {app('cancel')}
        </Button>
        {isOvertaken(run.error) && (
          <Button variant="default" loading={run.isPending} onClick={() => run.mutate({ isMerged: true })}>
            {t('publishOver')}
          </Button>
        )}
        <Button disabled={isHeld} loading={run.isPending} onClick={() => run.mutate({ isMerged: false })}>
          {t('publish')}
        </Button>
      </Group>
    </Modal>
  )
}
