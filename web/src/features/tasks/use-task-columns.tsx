import { useMemo } from 'react'
import type { TaskState } from '@gensvar/contract/entities/tasks'
import type { TaskDetails } from '@gensvar/contract/tasks'
import { useFormat } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { TaskMenu } from './task-menu.tsx'
import { TaskProgress, useProgressText } from './task-progress.tsx'
import classes from './tasks.module.css'
import { useTexts } from './texts.ts'

/** The meaning of each state's colour; its text says it too. */
const tones: Record<TaskState, 'quiet' | 'accent' | 'positive' | 'negative' | 'amber'> = {
  OPEN: 'quiet',
  PROCESSING: 'accent',
  CLOSED: 'positive',
  FAILED: 'negative',
  RETRY: 'amber',
  PAUSED: 'quiet',
}

interface Acts {
  onAssign: (task: TaskDetails, state: TaskState) => void
  onDelete: (task: TaskDetails) => void
  /** The list is of one survey, which needs no column. */
  isOfSurvey: boolean
}

/** The columns of the list of tasks. `onAssign` and `onDelete` must stay the same functions. */
export function useTaskColumns({ onAssign, onDelete, isOfSurvey }: Acts): Column<TaskDetails>[] {
  const t = useTexts()
  const format = useFormat()
  const progressText = useProgressText()
  return useMemo(() => {
    const moment = (
      id: 'created' | 'changed' | 'scheduled',
      at: (task: TaskDetails) => string | null,
    ): Column<TaskDetails> => ({
      id,
      title: t(id),
      sortBy: id === 'changed' ? 'updated' : id,
      descFirst: true,
      width: 132,
      extra: id === 'changed',
      text: (task) => {
        const value = at(task)
        return value === null ? '' : format.moment(value)
      },
      fileCell: (task) => at(task) ?? '',
      cell: (task) => {
        const value = at(task)
        return value !== null && <RelativeTime moment={value} />
      },
    })
    const plain = (id: 'survey' | 'owner', text: (task: TaskDetails) => string): Column<TaskDetails> => ({
      id,
      title: t(id),
      extra: true,
      text,
      cell: text,
    })
    const number = (id: 'priority' | 'attempt', value: (task: TaskDetails) => number): Column<TaskDetails> => ({
      id,
      title: t(id),
      align: 'right',
      width: 90,
      extra: true,
      ...(id === 'priority' && { sortBy: id }),
      text: (task) => format.number(value(task)),
      fileCell: (task) => ({ figure: format.number(value(task)) }),
      cell: (task) => format.number(value(task)),
    })
    const name = ({ description, title }: TaskDetails) => description || title
    const columns: (Column<TaskDetails> | false)[] = [
      { id: 'description', title: t('description'), naming: true, width: 180, text: name, cell: name },
      {
        id: 'state',
        title: t('state'),
        sortBy: 'state',
        width: 130,
        text: ({ state }) => t(`state${state}`),
        cell: ({ state }) => (
          <span className={classes['state']} data-tone={tones[state]}>
            {t(`state${state}`)}
          </span>
        ),
      },
      {
        id: 'actions',
        title: t('actions'),
        isTitleHidden: true,
        width: 56,
        isFixed: true,
        align: 'right',
        text: () => '',
        cell: (task) => (
          <TaskMenu task={task} onAssign={(state) => onAssign(task, state)} onDelete={() => onDelete(task)} />
        ),
      },
      {
        id: 'progress',
        title: t('progress'),
        width: 170,
        text: progressText,
        cell: (task) => <TaskProgress task={task} />,
      },
      {
        id: 'reason',
        title: t('reason'),
        width: 200,
        isLong: true,
        text: ({ reason }) => reason,
        cell: ({ reason }) => <span className={classes['reason']}>{reason}</span>,
      },
      {
        id: 'type',
        title: t('type'),
        sortBy: 'type',
        width: 120,
        text: ({ type }) => type,
        cell: ({ title, type }) => <span title={type}>{title}</span>,
      },
      number('priority', ({ priority }) => priority),
      moment('created', ({ created }) => created),
      moment('changed', ({ updated }) => updated),
      moment('scheduled', ({ scheduled }) => scheduled),
      plain('owner', ({ owner }) => owner || t('program')),
      !isOfSurvey && plain('survey', ({ survey }) => survey ?? ''),
      number('attempt', ({ attempt }) => attempt),
      {
        id: 'id',
        title: t('number'),
        extra: true,
        sortBy: 'id',
        descFirst: true,
        align: 'right',
        width: 90,
        text: ({ id }) => String(id),
        cell: ({ id }) => id,
      },
    ]
    return columns.filter((column) => column !== false)
  }, [t, format, progressText, onAssign, onDelete, isOfSurvey])
}
