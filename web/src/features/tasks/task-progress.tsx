import { Progress } from '@mantine/core'
import type { TaskDetails } from '@gensvar/contract/tasks'
import { useCallback } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useTexts } from './texts.ts'
import classes from './tasks.module.css'

/** How far a task is, in words. */
export function useProgressText(): (task: TaskDetails) => string {
  const t = useTexts()
  const format = useFormat()
  return useCallback(
    ({ progress }: TaskDetails) => {
      if (progress === null) return ''
      const { done, total, text } = progress
      const count =
        total === null ? format.number(done) : t('doneOf', { done: format.number(done), total: format.number(total) })
      return text === '' ? count : `${count} · ${text}`
    },
    [t, format],
  )
}

/** How far a task is: a bar where the end is known, and words. */
export function TaskProgress({ task }: { task: TaskDetails }) {
  const text = useProgressText()(task)
  const { progress } = task
  if (progress === null) return null
  const share = progress.total ? (100 * progress.done) / progress.total : null
  return (
    <span className={classes['progress']}>
      {share !== null && <Progress value={share} size={6} aria-label={text} className={classes['bar']} />}
      <span className="gv-figures">{text}</span>
    </span>
  )
}
