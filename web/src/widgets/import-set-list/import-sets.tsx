import { Button, Tooltip } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { IconLock, IconTrash } from '@tabler/icons-react'
import { removeImportSet } from '@gensvar/contract/imports'
import type { z } from 'zod'
import type { importSet } from '@gensvar/contract/entities/imports'
import { useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { forgetSurvey } from '#web/lib/session-store.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { notifyDone } from '#web/ui/notify.tsx'
import classes from './import-set-list.module.css'
import { useTexts } from './texts.ts'

type ImportSet = z.infer<typeof importSet>

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

/** The imports of a survey; each can be undone by whoever may. */
export function ImportSets({ sets, mayRemove }: { sets: readonly ImportSet[]; mayRemove: boolean }) {
  const t = useTexts()
  const app = useAppTexts()
  const format = useFormat()
  const go = useGo()
  const queryClient = useQueryClient()
  const survey = useSurveyStart().survey.extName
  const [asked, setAsked] = useState<ImportSet | null>(null)
  const removal = useMutation({
    mutationFn: ({ id }: ImportSet) => call(removeImportSet, { params: { survey, importSetId: id } }),
    onSuccess({ surveyRemoved }, { filename }) {
      notifyDone(t('undone', { file: filename }))
      const isOfSurvey = ({ queryKey }: Query) => queryKey.includes(survey)
      if (!surveyRemoved) return queryClient.invalidateQueries({ predicate: isOfSurvey })
      forgetSurvey(survey)
      go(paths.login(), { replace: true })
      queryClient.removeQueries({ predicate: isOfSurvey })
    },
    onSettled: () => setAsked(null),
  })
  const columns = useMemo((): PlainColumn<ImportSet>[] => {
    const facts: PlainColumn<ImportSet>[] = [
      { id: 'id', title: t('setId'), align: 'right', width: 40, cell: ({ id }) => String(id) },
      { id: 'created', title: t('created'), width: 130, cell: ({ created }) => format.moment(created) },
      { id: 'user', title: t('user'), width: 96, cell: ({ user }) => user },
      { id: 'filename', title: t('filename'), naming: true, cell: ({ filename }) => filename },
      {
        id: 'ninterviews',
        title: t('ninterviews'),
        align: 'right',
        cell: ({ ninterviews }) => format.number(ninterviews),
      },
    ]
    if (sets.some(({ nalerts }) => nalerts > 0))
      facts.push({ id: 'nalerts', title: t('nalerts'), align: 'right', cell: ({ nalerts }) => format.number(nalerts) })
    if (!mayRemove) return facts
    return [
      ...facts,
      {
        id: 'remove',
        title: t('actions'),
        isTitleHidden: true,
        cell: (set) =>
          set.locked === null ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={14} aria-hidden="true" />}
              aria-label={t('deleteSet', { file: set.filename, id: set.id })}
              onClick={() => setAsked(set)}
            >
              {t('delete')}
            </Button>
          ) : (
            <Tooltip label={set.locked}>
              <span className={classes['locked']} tabIndex={0} role="img" aria-label={set.locked}>
                <IconLock size={16} aria-hidden="true" />
              </span>
            </Tooltip>
          ),
      },
    ]
  }, [sets, mayRemove, t, format])
  return (
    <>
      <PlainTable label={t('setsTitle')} columns={columns} rows={sets} keyOf={({ id }) => id} isWide />
      <ConfirmDialog
        opened={asked !== null}
        title={t('deleteTitle')}
        message={
          asked === null
            ? ''
            : t(asked.madeSurvey ? 'deleteSurveyText' : 'deleteText', {
                file: asked.filename,
                count: asked.ninterviews,
                n: format.number(asked.ninterviews),
              })
        }
        okText={app('ok')}
        danger
        busy={removal.isPending}
        onCancel={() => setAsked(null)}
        onOk={() => asked !== null && removal.mutate(asked)}
      />
    </>
  )
}
