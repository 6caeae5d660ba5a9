import { Button, Menu, NativeSelect, Tooltip } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { Key } from 'react'
import { taskStates } from '@gensvar/contract/entities/tasks'
import type { TaskState } from '@gensvar/contract/entities/tasks'
import { listTasks } from '@gensvar/contract/tasks'
import type { TaskDetails } from '@gensvar/contract/tasks'
import type { TaskTypeName } from '@gensvar/contract/task-types'
import { call } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { Empty } from '#web/ui/states/states.tsx'
import classes from './tasks.module.css'
import { useTexts } from './texts.ts'
import { useTaskActions } from './use-task-actions.ts'
import { useTaskColumns } from './use-task-columns.tsx'

/** Pauses between two loads of the list, in ms: while something runs or waits, and otherwise. */
const pollBusy = 2_000
const pollIdle = 15_000

const moving: readonly TaskState[] = ['OPEN', 'PROCESSING', 'RETRY']
const newestFirst = { by: 'id', desc: true }

type Filter = { state?: TaskState; type?: TaskTypeName }

/** Root's list of tasks, with what can be done with them; of one survey, or of the organisation and the installation. */
export function TasksSection({ survey }: { survey?: string }) {
  const t = useTexts()
  const [filter, setFilter] = useState<Filter>({})
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set())
  const [deleted, setDeleted] = useState<readonly number[]>([])
  const { assign, remove, test } = useTaskActions()
  const { mutate: assignState } = assign
  const load = useCallback(
    (query: ListQuery, signal?: AbortSignal) =>
      call(listTasks, { query: { ...query, ...filter, survey } as ListQuery & Filter }, { signal }),
    [filter, survey],
  )
  const list = useList({
    key: useMemo(() => ['tasks', survey ?? '', filter.state ?? '', filter.type ?? ''], [survey, filter]),
    load,
    isPaged: true,
    pollAfter: (shown) => (shown?.rows.some(({ state }) => moving.includes(state)) ? pollBusy : pollIdle),
  })
  const columns = useTaskColumns({
    onAssign: useCallback(({ id }: TaskDetails, state: TaskState) => assignState({ ids: [id], state }), [assignState]),
    onDelete: useCallback(({ id }: TaskDetails) => setDeleted([id]), []),
    isOfSurvey: survey !== undefined,
  })
  const types = list.query.data?.types ?? []

  function narrow(change: Filter): void {
    setFilter({ ...filter, ...change })
    setKeys(new Set())
    list.setSearch({ page: undefined })
  }

  const tools = (
    <>
      <Tooltip label={t('testHelp')} multiline w={260}>
        <Button variant="default" size="sm" onClick={() => test.mutate()} loading={test.isPending}>
          {t('test')}
        </Button>
      </Tooltip>
      <NativeSelect
        size="sm"
        className={classes['select']}
        aria-label={t('state')}
        value={filter.state ?? ''}
        data={[
          { value: '', label: t('allStates') },
          ...taskStates.map((value) => ({ value, label: t(`state${value}`) })),
        ]}
        onChange={({ currentTarget }) => narrow({ state: taskStates.find((one) => one === currentTarget.value) })}
      />
      <NativeSelect
        size="sm"
        className={classes['select']}
        aria-label={t('type')}
        value={filter.type ?? ''}
        data={[{ value: '', label: t('allTypes') }, ...types.map(({ type, title }) => ({ value: type, label: title }))]}
        onChange={({ currentTarget }) => narrow({ type: types.find(({ type }) => type === currentTarget.value)?.type })}
      />
    </>
  )
  const selection = useMemo(() => {
    const ids = [...keys].map(Number)
    const actions = (
      <>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button variant="default" size="xs" loading={assign.isPending}>
              {t('assign')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {taskStates.map((state) => (
              <Menu.Item key={state} onClick={() => assignState({ ids, state })}>
                {t(`state${state}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button variant="default" size="xs" onClick={() => setDeleted(ids)}>
          {t('delete')}
        </Button>
      </>
    )
    return { keys, onChange: setKeys, actions }
  }, [keys, t, assign.isPending, assignState])
  return (
    <>
      <DataTable
        id="tasks"
        title={t('listTitle')}
        fileName={t('title')}
        list={list}
        columns={columns}
        ownOrder={newestFirst}
        selection={selection}
        tools={tools}
        empty={
          filter.state || filter.type ? (
            <Empty
              title={t('noneSuch')}
              action={{ text: t('showAll'), run: () => narrow({ state: undefined, type: undefined }) }}
            />
          ) : (
            <Empty title={t('none')}>{t('noneText')}</Empty>
          )
        }
        keyOf={keyOfTask}
      />
      <ConfirmDialog
        danger
        opened={deleted.length > 0}
        title={t('deleteTitle', { count: deleted.length })}
        message={t('deleteText')}
        okText={t('delete')}
        busy={remove.isPending}
        onCancel={() => setDeleted([])}
        onOk={() =>
          remove.mutate(deleted, {
            onSettled() {
              setKeys(new Set([...keys].filter((key) => !deleted.includes(Number(key)))))
              setDeleted([])
            },
          })
        }
      />
    </>
  )
}

const keyOfTask = ({ id }: TaskDetails): number => id
