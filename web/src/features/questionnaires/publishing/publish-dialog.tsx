import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { publishQuestionnaire } from '@gensvar/contract/questionnaires'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { isOvertaken } from '#web/features/dashboard-editor/service.ts'
import { refreshIdentity } from '#web/features/session/session.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { surveyStartQuery } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { changesBetween } from '../document/changes.ts'
import { editedOf } from '../document/edited-document.ts'
import type { EditedDocument } from '../document/edited-document.ts'
import type { QuestionnaireDraft, QuestionnaireKeeper } from '../keeper.ts'
import { questionnaireKey, versionQuery } from '../queries.ts'
import { text, useTexts } from '../texts.ts'
import type { Problems } from '../use-problems.ts'
import { ChangeList } from './change-list.tsx'
import { OutsideChanges } from './outside-changes.tsx'
import classes from '../builder.module.css'

interface Props {
  opened: boolean
  survey: string
  keeper: QuestionnaireKeeper
  draft: QuestionnaireDraft
  problems: Problems
  onClose: () => void
}

/** Longest note of a version, as the contract has it. */
const longestNote = 500

/** Shows what publishing changes, and publishes. After the first time it leads to the link and the first answer. */
export function PublishDialog({ opened, survey, keeper, draft, problems, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const go = useGo()
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const { published, overtaken } = draft.saved
  const run = useMutation({
    mutationFn: async ({ isOver }: { isOver: boolean }) => {
      if (isOver) await keeper.keepOver()
      if (!(await keeper.flush())) throw new ApiError('conflict', keeper.store.get().reason ?? '')
      const { version } = keeper.store.get().saved
      return call(publishQuestionnaire, { params: { survey }, body: { version, note } })
    },
    onSuccess: async (state) => {
      const isFirst = published === null
      keeper.take(state)
      setNote('')
      onClose()
      void queryClient.invalidateQueries({ queryKey: surveyStartQuery(survey).queryKey })
      void queryClient.invalidateQueries({ queryKey: [...questionnaireKey, 'versions', survey] })
      void refreshAround(queryClient, survey, questionnaireKey[0])
      notifyDone(text('published', { number: state.published?.number ?? 1 }))
      if (!isFirst) return
      // The survey has a dashboard from now on.
      await refreshIdentity()
      go(paths.firstAnswer(survey))
    },
    // Whoever publishes sees what was changed, and can do so all the same.
    onError: (error) => (isOvertaken(error) ? keeper.lookOutside() : undefined),
    meta: { quiet: true },
  })
  const takeOver = useMutation({
    mutationFn: () => keeper.discard(),
    onSuccess: () => close(),
    onError: notifyError,
  })
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
      size={560}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <p className={classes['plain']}>
        {published === null ? t('publishFirst') : t('publishText', { number: published.number })}
      </p>
      {published !== null && opened && <Changes survey={survey} number={published.number} document={draft.settled} />}
      {overtaken !== null && (
        <section aria-label={t('overtakenChanges')} className={classes['comparison']}>
          <h2 className={classes['subtitle']}>{t('overtakenChanges')}</h2>
          <p className={classes['plain']}>
            {overtaken.message} {t('overtakenText')}
          </p>
          <OutsideChanges overtaken={overtaken} />
        </section>
      )}
      <TextInput
        mt="md"
        label={t('note')}
        description={t('noteHelp')}
        maxLength={longestNote}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div role="alert" className={classes['refusal']}>
        {problems.errors > 0 && <p>{t('publishHeld', { count: problems.errors, n: problems.errors })}</p>}
        {run.error !== null && !(isOvertaken(run.error) && overtaken !== null) && <p>{errorText(run.error)}</p>}
      </div>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close} disabled={run.isPending}>
          {app('cancel')}
        </Button>
        {overtaken !== null && (
          <Button variant="default" loading={takeOver.isPending} onClick={() => takeOver.mutate()}>
            {t('takeOver')}
          </Button>
        )}
        <Button
          data-autofocus
          disabled={isHeld}
          loading={run.isPending}
          onClick={() => run.mutate({ isOver: overtaken !== null })}
        >
          {overtaken === null ? t('publish') : t('publishOver')}
        </Button>
      </Group>
    </Modal>
  )
}

/** What is different from the version that is published. */
function Changes({ survey, number, document }: { survey: string; number: number; document: EditedDocument }) {
  const query = useQuery(versionQuery(survey, number))
  return (
    <DataState query={query} height={80} compact>
      {(version) => <ChangeList changes={changesBetween(editedOf(version.document, null), document)} />}
    </DataState>
  )
}
