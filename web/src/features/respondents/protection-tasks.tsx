import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { stopProtectionTask } from '@gensvar/contract/respondents'
import type { ProtectionTask } from '@gensvar/contract/respondents'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { WorkProgress } from '#web/ui/work-progress.tsx'
import { protectionQuery } from './queries.ts'
import classes from './respondents.module.css'
import { useTexts } from './texts.ts'

/** What was begun, newest first, and how far it is. */
export function ProtectionTasks({ survey, tasks }: { survey: string; tasks: readonly ProtectionTask[] }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const stop = useMutation({
    mutationFn: (id: number) => call(stopProtectionTask, { params: { survey, protectionTask: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: protectionQuery(survey).queryKey }),
  })
  if (tasks.length === 0) return null
  return (
    <Card title={t('tasksTitle')}>
      <ul className={classes['tasks']}>
        {tasks.map((task) => (
          <li key={task.id}>
            <Task task={task} onStop={() => stop.mutate(task.id)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Task({ task, onStop }: { task: ProtectionTask; onStop: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const { act, from, to, state, created, progress, reason } = task
  const days =
    from === null && to === null
      ? t('allDays')
      : `${from === null ? '' : format.date(from)} – ${to === null ? '' : format.date(to)}`.trim()
  const name = t(`task_${act}`, { days })
  const done = progress === null ? '' : t('reached', { count: progress.done, n: format.number(progress.done) })
  return (
    <>
      <p className={classes['task']}>
        <span>{name}</span>
        <span className={classes['quiet']}>
          {[t(`state_${state}`), format.moment(created), state === 'done' ? done : '', reason]
            .filter((one) => one !== '')
            .join(' · ')}
        </span>
      </p>
      {state === 'running' && (
        <WorkProgress
          label={name}
          text={done === '' ? t('state_running') : done}
          done={progress?.done ?? 0}
          total={progress?.total ?? null}
          onCancel={onStop}
        />
      )}
      {(state === 'waiting' || state === 'paused') && (
        <Button variant="default" size="xs" onClick={onStop}>
          {t('stop')}
        </Button>
      )}
    </>
  )
}
