import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { startBackup } from '@gensvar/contract/server-settings'
import { assignTaskState } from '@gensvar/contract/tasks'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import type { listBackups } from '@gensvar/contract/server-settings'
import { useFormat } from '#web/lib/format.ts'
import { DataCard } from '#web/ui/data-card.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { WorkProgress } from '#web/ui/work-progress.tsx'
import { BackupForm } from './backup-form.tsx'
import { BackupTable } from './backup-table.tsx'
import { backupsQuery } from './queries.ts'
import type { ServerSettings } from './queries.ts'
import classes from './server.module.css'
import { useTexts } from './texts.ts'

type Backups = Answer<typeof listBackups>

/** The backups of the server: the last one and its proof, the one under way, when they are made, and those of late. */
export function BackupsCard({ settings }: { settings: ServerSettings | undefined }) {
  const t = useTexts()
  const client = useQueryClient()
  const query = useQuery(backupsQuery)
  const reload = () => client.invalidateQueries({ queryKey: backupsQuery.queryKey })
  const start = useMutation({
    mutationFn: () => call(startBackup, { body: {} }),
    onError: notifyError,
    onSettled: reload,
  })
  const cancel = useMutation({
    mutationFn: (taskId: number) => call(assignTaskState, { params: { taskId }, body: { state: 'FAILED' } }),
    onError: notifyError,
    onSettled: reload,
  })
  const { folder = null, running = null } = query.data ?? {}
  return (
    <DataCard
      title={t('backups')}
      subtitle={t('backupsHelp')}
      query={query}
      height={420}
      actions={
        folder !== null &&
        running === null && (
          <Button size="sm" loading={start.isPending} onClick={() => start.mutate()}>
            {t('backUpNow')}
          </Button>
        )
      }
    >
      {(backups) => (
        <div className={classes['fields']}>
          {backups.folder === null ? <p role="note">{t('noFolder')}</p> : <Facts backups={backups} />}
          {running !== null && (
            <WorkProgress
              label={t('underWay')}
              text={running.text === '' ? t('underWay') : running.text}
              done={running.done ?? 0}
              total={running.total}
              onCancel={() => cancel.mutate(running.taskId)}
            />
          )}
          {backups.folder !== null && settings !== undefined && <BackupForm settings={settings} onSaved={reload} />}
          {backups.rows.length > 0 && <BackupTable rows={backups.rows} />}
        </div>
      )}
    </DataCard>
  )
}

/** What one asks first: is there a backup, does it restore, when comes the next. */
function Facts({ backups: { folder, last, lastProved, next, rows } }: { backups: Backups }) {
  const t = useTexts()
  const format = useFormat()
  const newest = rows[0]
  const hasFailed = newest?.state === 'failed' || newest?.state === 'unproved'
  return (
    <>
      {hasFailed && (
        <p className={classes['failed']} role="note">
          {t(newest.state === 'failed' ? 'lastFailed' : 'lastUnproved', { reason: newest.reason })}
        </p>
      )}
      <dl className={classes['facts']}>
        <div>
          <dt>{t('lastBackup')}</dt>
          <dd>
            {last === null ? t('never') : <RelativeTime moment={last.madeAt} />}
            {last !== null && (
              <span className={classes['quiet']}>
                {t('rowsAndSize', { rows: format.number(last.rows ?? 0), size: format.size(last.bytes ?? 0) })}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('lastProof')}</dt>
          <dd>
            {lastProved?.proof ? <RelativeTime moment={lastProved.proof.at} /> : t('never')}
            {lastProved?.proof && (
              <span className={classes['quiet']}>
                {t('proofOf', {
                  rows: format.number(lastProved.proof.rows),
                  seconds: format.number(lastProved.proof.seconds, 1),
                })}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('nextBackup')}</dt>
          <dd>{next === null ? t('notPlanned') : format.moment(next)}</dd>
        </div>
        <div>
          <dt>{t('folder')}</dt>
          <dd>
            <code className={classes['value']}>{folder}</code>
          </dd>
        </div>
      </dl>
    </>
  )
}
