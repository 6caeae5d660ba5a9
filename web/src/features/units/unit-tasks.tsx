import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { cancelUnitTask } from '@gensvar/contract/units'
import type { UnitTask } from '@gensvar/contract/units'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { Card } from '#web/ui/card.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { WorkProgress } from '#web/ui/work-progress.tsx'
import { useTexts } from './texts.ts'
import { isUnderWay, unitTasksQuery } from './unit-query.ts'
import classes from './units.module.css'

/** Moves and merges of very many responses, newest first: how far they are, and what became of them. */
export function UnitTasks({ survey }: { survey: string }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const { data } = useQuery(unitTasksQuery(survey))
  const tasks = data?.tasks ?? noTasks
  const running = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const ended = tasks.filter((task) => running.current.has(task.id) && !isUnderWay(task))
    running.current = new Set(tasks.filter(isUnderWay).map(({ id }) => id))
    if (ended.length === 0) return
    for (const { act, name, state } of ended) if (state === 'done') notifyDone(t(doneTexts[act], { name }))
    void refreshAround(queryClient, survey, 'unit-tasks')
  }, [tasks, queryClient, survey, t])
  const cancel = useMutation({
    mutationFn: (unitTask: number) => call(cancelUnitTask, { params: { survey, unitTask } }),
    onError: notifyError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: unitTasksQuery(survey).queryKey }),
  })
  if (tasks.length === 0) return null
  return (
    <div className={classes['tasks']}>
      <Card title={t('tasksTitle')}>
        <ul>
          {tasks.map((task) => (
            <li key={task.id}>
              <Task task={task} onCancel={() => cancel.mutate(task.id)} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

const noTasks: readonly UnitTask[] = []
const doneTexts = { move: 'moved', merge: 'merged' } as const

function Task({ task, onCancel }: { task: UnitTask; onCancel: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const { act, name: unit, to, state, created, progress, reason } = task
  const name = t(`task_${act}`, { name: unit, to })
  return (
    <>
      <p className={classes['task']}>
        <span>{name}</span>
        <span className={classes['quiet']}>
          {[t(`state_${state}`), format.moment(created), reason].filter((one) => one !== '').join(' · ')}
        </span>
      </p>
      {state === 'running' && (
        <WorkProgress
          label={name}
          text={
            progress === null
              ? t('state_running')
              : t('reachedOf', { done: format.number(progress.done), total: format.number(progress.total) })
          }
          done={progress?.done ?? 0}
          total={progress?.total ?? null}
          onCancel={onCancel}
        />
      )}
      {(state === 'waiting' || state === 'paused') && (
        <Button variant="default" size="xs" onClick={onCancel}>
          {t('cancelTask')}
        </Button>
      )}
    </>
  )
}
