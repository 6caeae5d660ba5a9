import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { restoreQuestionnaireVersion } from '@gensvar/contract/questionnaires'
import type { QuestionnaireVersion } from '@gensvar/contract/questionnaires'
import { useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { changesBetween } from '../document/changes.ts'
import { editedOf } from '../document/edited-document.ts'
import type { QuestionnaireDraft, QuestionnaireKeeper } from '../keeper.ts'
import { versionQuery, versionsQuery } from '../queries.ts'
import { text, useTexts } from '../texts.ts'
import { ChangeList } from './change-list.tsx'
import classes from '../builder.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

/** Versions shown at first, and as many more each time. */
const page = 20

interface Props {
  survey: string
  keeper: QuestionnaireKeeper
  draft: QuestionnaireDraft
}

/** Puts an earlier version into the draft. */
function useRestore({ survey, keeper }: Props, onEnd: () => void) {
  return useMutation({
    mutationFn: async (number: number) => {
      await keeper.flush()
      const { version } = keeper.store.get().saved
      return call(restoreQuestionnaireVersion, { params: { survey }, body: { number, version } })
    },
    onSuccess: (state, number) => {
      keeper.take(state)
      notifyDone(text('restored', { number }))
    },
    onError: notifyError,
    onSettled: onEnd,
  })
}

/** The published versions: who published each, what is different now, and the way back to one. */
export function Versions(props: Props) {
  const { survey, draft } = props
  const t = useTexts()
  const [rowTo, setRowTo] = useState(page)
  const [compared, setCompared] = useState<number | null>(null)
  const [wanted, setWanted] = useState<number | null>(null)
  const query = useQuery(versionsQuery(survey, rowTo))
  const restore = useRestore(props, () => setWanted(null))
  const columns = useMemo<PlainColumn<QuestionnaireVersion>[]>(
    () => [
      { id: 'number', title: t('version'), naming: true, cell: ({ number }) => number },
      { id: 'created', title: t('publishedAt'), cell: ({ created }) => <RelativeTime moment={created} /> },
      { id: 'author', title: t('author'), cell: ({ author }) => author },
      { id: 'questions', title: t('questions'), align: 'right', cell: ({ questions }) => questions },
      { id: 'note', title: t('note'), cell: ({ note }) => note },
      {
        ...{ id: 'actions', title: t('compare'), isTitleHidden: true, align: 'right' },
        cell: ({ number, isCurrent }) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={compared === number}
            aria-label={isCurrent ? t('compareCurrent', { number }) : t('compareWith', { number })}
            onClick={() => setCompared(compared === number ? null : number)}
          >
            {t('compare')}
          </Button>
        ),
      },
    ],
    [t, compared],
  )
  return (
    <DataState
      query={query}
      height={320}
      isEmpty={({ total }) => total === 0}
      empty={<Empty title={t('noVersions')}>{t('noVersionsText')}</Empty>}
    >
      {({ versions, total }) => (
        <>
          <PlainTable label={t('versions')} columns={columns} rows={versions} keyOf={({ number }) => number} isWide />
          {total > versions.length && (
            <Button mt="sm" variant="default" onClick={() => setRowTo(rowTo + page)}>
              {t('moreVersions')}
            </Button>
          )}
          {compared !== null && (
            <Comparison survey={survey} draft={draft} number={compared} onRestore={() => setWanted(compared)} />
          )}
          <ConfirmDialog
            opened={wanted !== null}
            title={t('restoreAsk', { number: wanted ?? 0 })}
            message={t('restoreText')}
            okText={t('restore')}
            busy={restore.isPending}
            onOk={() => wanted !== null && restore.mutate(wanted)}
            onCancel={() => setWanted(null)}
          />
        </>
      )}
    </DataState>
  )
}

interface ComparisonProps {
  survey: string
  draft: QuestionnaireDraft
  number: number
  onRestore: () => void
}

/** What is different in the draft from a version. */
function Comparison({ survey, draft, number, onRestore }: ComparisonProps) {
  const t = useTexts()
  const query = useQuery(versionQuery(survey, number))
  const label = t('changesSince', { number })
  return (
    <section aria-label={label} className={classes['comparison']}>
      <div className={classes['head']}>
        <h2 className={classes['subtitle']}>{label}</h2>
        <Button variant="default" onClick={onRestore}>
          {t('restoreNumber', { number })}
        </Button>
      </div>
      <DataState query={query} height={160}>
        {(version) => <ChangeList changes={changesBetween(editedOf(version.document, null), draft.settled)} />}
      </DataState>
    </section>
  )
}
