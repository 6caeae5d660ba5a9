import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rollbackConfiguration } from '@gensvar/contract/dashboard-editor'
import type { ConfigurationVersion } from '@gensvar/contract/dashboard-editor'
import { useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { surveyStartQuery } from '#web/lib/survey-start.ts'
import { CodeDiff } from '#web/ui/code-editor/code-editor.tsx'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import type { DraftKeeper, EditedDraft } from './draft-keeper.ts'
import { dashboardKey, versionQuery, versionsQuery } from './queries.ts'
import { text, useTexts } from './texts.ts'
import classes from './dashboard-editor.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

/** Versions shown at first, and as many more each time. */
const page = 20

interface Props {
  survey: string
  keeper: DraftKeeper
  draft: EditedDraft
}

/** Publishes an earlier version again. The draft stays as it is. */
function useRollBack({ survey, keeper, draft }: Props, onEnd: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (number: number) =>
      call(rollbackConfiguration, {
        params: { survey },
        body: { number, current: draft.saved.published.number, note: text('rollbackNote', { number }) },
      }),
    onSuccess: (state) => {
      if (state.isDraft) keeper.store.set({ saved: { ...keeper.store.get().saved, published: state.published } })
      else keeper.take(state)
      void queryClient.invalidateQueries({ queryKey: surveyStartQuery(survey).queryKey })
      void queryClient.invalidateQueries({ queryKey: [...dashboardKey, 'versions', survey] })
      void refreshAround(queryClient, survey, dashboardKey[0])
      notifyDone(text('rolledBack', { number: state.published.number }))
    },
    onError: notifyError,
    onSettled: onEnd,
  })
}

/** The published versions: who published each, what is different since, and the way back to one. */
export function Versions(props: Props) {
  const { survey, draft } = props
  const t = useTexts()
  const [rowTo, setRowTo] = useState(page)
  const [compared, setCompared] = useState<number | null>(null)
  const [wanted, setWanted] = useState<number | null>(null)
  const query = useQuery(versionsQuery(survey, rowTo))
  const rollBack = useRollBack(props, () => setWanted(null))
  const columns = useMemo<PlainColumn<ConfigurationVersion>[]>(
    () => [
      { id: 'number', title: t('version'), naming: true, cell: ({ number }) => number },
      { id: 'created', title: t('publishedAt'), cell: ({ created }) => <RelativeTime moment={created} /> },
      { id: 'author', title: t('author'), cell: ({ author }) => author },
      { id: 'note', title: t('note'), cell: ({ note }) => note },
      {
        ...{ id: 'actions', title: t('actions'), isTitleHidden: true, align: 'right' },
        cell: ({ number, isCurrent }) =>
          isCurrent ? (
            <span className="gv-quiet">{t('inForce')}</span>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={compared === number}
              aria-label={t('compareWith', { number })}
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
    <DataState query={query} height={320}>
      {({ versions, total }) => (
        <>
          <PlainTable label={t('versions')} columns={columns} rows={versions} keyOf={({ number }) => number} isWide />
          {total > versions.length && (
            <Button mt="sm" variant="default" onClick={() => setRowTo(rowTo + page)}>
              {t('moreVersions')}
            </Button>
          )}
          {compared !== null && (
            <Comparison survey={survey} draft={draft} number={compared} onRollBack={() => setWanted(compared)} />
          )}
          <ConfirmDialog
            opened={wanted !== null}
            title={t('rollBackAsk', { number: wanted ?? 0 })}
            message={t('rollBackText')}
            okText={t('rollBack')}
            busy={rollBack.isPending}
            onOk={() => wanted !== null && rollBack.mutate(wanted)}
            onCancel={() => setWanted(null)}
          />
        </>
      )}
    </DataState>
  )
}

interface ComparisonProps {
  survey: string
  draft: EditedDraft
  number: number
  onRollBack: () => void
}

/** What was changed between an earlier version and the one in force. */
function Comparison({ survey, draft, number, onRollBack }: ComparisonProps) {
  const t = useTexts()
  const query = useQuery(versionQuery(survey, number))
  const label = t('changesSince', { number })
  return (
    <section aria-label={label} className={classes['comparison']}>
      <div className={classes['head']}>
        <h2 className={classes['subtitle']}>{label}</h2>
        <Button variant="default" onClick={onRollBack}>
          {t('rollBackTo', { number })}
        </Button>
      </div>
      <DataState query={query} height={240}>
        {(version) => (
          <CodeDiff label={label} before={version.text} after={draft.saved.published.text} language="yaml" />
        )}
      </DataState>
    </section>
  )
}
