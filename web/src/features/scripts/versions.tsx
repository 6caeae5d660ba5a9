import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getScriptVersion, rollBackScript } from '@gensvar/contract/scripts'
import type { StoredScript } from '@gensvar/contract/scripts'
import { useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { CodeDiff } from '#web/ui/code-editor/code-editor.tsx'
import { DataCard } from '#web/ui/data-card.tsx'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { scriptsKey, versionsQuery } from './queries.ts'
import type { listScriptVersions } from '@gensvar/contract/scripts'
import { languageOf } from './script-body.ts'
import type { ScriptForm } from './script-body.ts'
import type { ScriptPlace } from './script-place.ts'
import { text, useTexts } from './texts.ts'
import classes from './scripts.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

type Version = Answer<typeof listScriptVersions>['versions'][number]

interface Props {
  place: ScriptPlace
  script: StoredScript
  form: ScriptForm
  onRolledBack: (script: StoredScript) => Promise<void>
}

/** The versions of a script: who saved each, what is different since, and the way back to one. */
export function Versions({ place, script, form, onRolledBack }: Props) {
  const t = useTexts()
  const query = useQuery(versionsQuery(place.survey, script.id))
  const [compared, setCompared] = useState<number | null>(null)
  const [wanted, setWanted] = useState<number | null>(null)
  const rollBack = useMutation({
    mutationFn: (number: number) =>
      call(rollBackScript, {
        params: { survey: place.survey, scriptId: script.id },
        body: { number, version: script.version },
      }),
    onSuccess: async (saved) => {
      setCompared(null)
      await onRolledBack(saved)
      notifyDone(text('rolledBack'))
    },
    onError: notifyError,
    onSettled: () => setWanted(null),
  })
  const columns = useMemo<PlainColumn<Version>[]>(
    () => [
      { id: 'version', title: t('version'), naming: true, cell: ({ version }) => version },
      { id: 'createdAt', title: t('savedAt'), cell: ({ createdAt }) => <RelativeTime moment={createdAt} /> },
      { id: 'author', title: t('author'), cell: ({ author }) => author },
      {
        ...{ id: 'actions', title: t('actions'), isTitleHidden: true, align: 'right' },
        cell: ({ version }) =>
          version === script.version ? (
            <span className="gv-quiet">{t('inForce')}</span>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={compared === version}
              aria-label={t('compareWith', { version })}
              onClick={() => setCompared(compared === version ? null : version)}
            >
              {t('compare')}
            </Button>
          ),
      },
    ],
    [t, script.version, compared],
  )
  return (
    <DataCard title={t('versions')} query={query} height={160}>
      {({ versions }) => (
        <>
          <PlainTable label={t('versions')} columns={columns} rows={versions} keyOf={({ version }) => version} />
          {compared !== null && (
            <Comparison
              place={place}
              script={script}
              number={compared}
              onRollBack={() => form.leave(() => setWanted(compared))}
            />
          )}
          <ConfirmDialog
            opened={wanted !== null}
            title={t('rollBackAsk', { version: wanted ?? 0 })}
            message={t('rollBackText')}
            okText={t('rollBack')}
            busy={rollBack.isPending}
            onOk={() => wanted !== null && rollBack.mutate(wanted)}
            onCancel={() => setWanted(null)}
          />
        </>
      )}
    </DataCard>
  )
}

interface ComparisonProps {
  place: ScriptPlace
  script: StoredScript
  number: number
  onRollBack: () => void
}

/** What was changed between an older version and the one in force. */
function Comparison({ place, script, number, onRollBack }: ComparisonProps) {
  const t = useTexts()
  const params = { survey: place.survey, scriptId: script.id, number }
  const query = useQuery({
    queryKey: [...scriptsKey, 'version', params],
    queryFn: ({ signal }) => call(getScriptVersion, { params }, { signal }),
    meta: { quiet: true },
  })
  const label = t('changesSince', { version: number })
  return (
    <section aria-label={label} className={classes['comparison']}>
      <div className={classes['head']}>
        <h3 className={classes['subtitle']}>{label}</h3>
        <Button variant="default" onClick={onRollBack}>
          {t('rollBackTo', { version: number })}
        </Button>
      </div>
      <DataState query={query} height={240}>
        {(version) => (
          <CodeDiff
            label={label}
            before={version.script}
            after={script.script}
            language={languageOf(script.scriptType)}
          />
        )}
      </DataState>
    </section>
  )
}
