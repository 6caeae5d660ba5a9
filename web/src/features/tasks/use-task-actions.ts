import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TaskState } from '@gensvar/contract/entities/tasks'
import {
  assignTasksState,
  assignTaskState,
  createTestTask,
  processTask,
  removeTask,
  removeTasks,
} from '@gensvar/contract/tasks'
import { call } from '#web/api.ts'
import { notifyDone } from '#web/ui/notify.tsx'
import { useTexts } from './texts.ts'

/** Steps of the test task, and how long each lasts in ms. */
const testSteps = { steps: 20, stepMs: 500 }

/** What root can do with tasks, one or several; the list is loaded again afterwards. */
export function useTaskActions() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const reload = () => queryClient.invalidateQueries({ queryKey: ['list', 'tasks'] })
  const assign = useMutation({
    async mutationFn({ ids, state }: { ids: readonly number[]; state: TaskState }) {
      const [first = 0] = ids
      if (ids.length > 1) return (await call(assignTasksState, { body: { ids: [...ids], state } })).count
      if (state === 'PROCESSING') await call(processTask, { params: { taskId: first } })
      else await call(assignTaskState, { params: { taskId: first }, body: { state } })
      return 1
    },
    onSuccess: (count, { state }) => notifyDone(t('assigned', { count, state: t(`state${state}`) })),
    onSettled: reload,
  })
  const remove = useMutation({
    async mutationFn(ids: readonly number[]) {
      const [first = 0] = ids
      if (ids.length > 1) return (await call(removeTasks, { body: { ids: [...ids] } })).count
      await call(removeTask, { params: { taskId: first } })
      return 1
    },
    onSuccess: (count) => notifyDone(t('deleted', { count })),
    onSettled: reload,
  })
  const test = useMutation({ mutationFn: () => call(createTestTask, { body: testSteps }), onSettled: reload })
  return { assign, remove, test }
}
