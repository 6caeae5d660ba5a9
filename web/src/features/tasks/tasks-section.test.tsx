import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { taskEntities } from '@gensvar/contract/entities/tasks'
import {
  assignTasksState,
  assignTaskState,
  createTestTask,
  listTasks,
  processTask,
  removeTask,
  removeTasks,
} from '@gensvar/contract/tasks'
import type { TaskDetails } from '@gensvar/contract/tasks'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const entity = taskEntities.Task.example

function task(id: number, change: Partial<TaskDetails> = {}): TaskDetails {
  return {
    ...entity,
    id,
    state: 'OPEN',
    reason: '',
    description: `Report ${id}`,
    title: 'Ranking report',
    survey: 'visits',
    owner: 'anna',
    attempt: 0,
    progress: null,
    ...change,
  }
}

/** A server of tasks that keeps what is assigned and deleted. */
function taskServer(given: readonly TaskDetails[]) {
  let tasks = [...given]
  const change = (ids: readonly number[], by: Partial<TaskDetails>) => {
    tasks = tasks.map((one) => (ids.includes(one.id) ? { ...one, ...by } : one))
    return tasks.find(({ id }) => id === ids[0])!
  }
  const remove = (ids: readonly number[]) => (tasks = tasks.filter(({ id }) => !ids.includes(id)))
  return {
    change,
    served: [
      serve(listTasks, ({ query }) => {
        const found = tasks.filter(
          ({ state, type }) =>
            [undefined, state as string].includes(query['state']) &&
            [undefined, type as string].includes(query['type']),
        )
        const rows = found.slice(Number(query['rowFrom']), Number(query['rowTo']))
        return { rows, total: found.length, types: [{ type: 'TEST' as const, title: 'Task test' }] }
      }),
      serve(processTask, ({ params }) => change([Number(params['taskId'])], { state: 'PROCESSING' })),
      serve(assignTaskState, ({ params, body }) => change([Number(params['taskId'])], body as object)),
      serve(assignTasksState, ({ body }) => {
        const { ids, state } = body as { ids: number[]; state: 'PAUSED' }
        change(ids, { state })
        return { count: ids.length }
      }),
      serve(removeTask, ({ params }) => {
        remove([Number(params['taskId'])])
        return { ok: true }
      }),
      serve(removeTasks, ({ body }) => {
        const { ids } = body as { ids: number[] }
        remove(ids)
        return { count: ids.length }
      }),
      serve(createTestTask, () => {
        tasks = [task(900, { type: 'TEST', description: 'Waits 20 times' }), ...tasks]
        return tasks[0]!
      }),
    ],
  }
}

function open(server: ReturnType<typeof taskServer>, options: Parameters<typeof renderApp>[2] = {}, isRoot = true) {
  const identity = identityFixture({ isRoot, ...(options.locale && { locale: options.locale }) })
  return renderApp('/tasks/visits', [...server.served, ...signedInServer(identity, startFixture())], options)
}

const rowOf = async (name: string) => within((await screen.findByRole('rowheader', { name })).closest('tr')!)
async function act(name: string, item: string): Promise<void> {
  await userEvent.click((await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const select = async (name: string) =>
  userEvent.click((await rowOf(name)).getByRole('checkbox', { name: `Select ${name}` }))

describe('the page of tasks', () => {
  test('is reached by root from the menu, and refused to others', async () => {
    const identity = identityFixture({ isRoot: true })
    const app = await renderApp('/ranking/visits/root', [
      ...taskServer([]).served,
      ...signedInServer(identity, startFixture()),
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'Tasks' }))
    expect(await screen.findByRole('heading', { name: 'Tasks' })).toBeVisible()
    expect(app.address()).toBe('/tasks/visits')
    expect(await screen.findByText('No tasks')).toBeVisible()
    endApp()
    await open(taskServer([]), {}, false)
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Tasks' })).toBeNull()
  })

  test('shows state, progress and the whole reason of every task, and the progress as it is made', async () => {
    const reason = 'The survey was removed while its report was being made, so there is nothing to report'
    const server = taskServer([
      task(1, { state: 'PROCESSING', progress: { done: 5, total: 20, text: 'Sheets' } }),
      task(2, { state: 'FAILED', reason }),
    ])
    await open(server)
    const running = await rowOf('Report 1')
    expect(running.getByText('Processing')).toBeVisible()
    expect(running.getByText('5 of 20 · Sheets')).toBeVisible()
    expect(running.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
    expect((await rowOf('Report 2')).getByText(reason)).toBeVisible()
    server.change([1], { progress: { done: 15, total: 20, text: '' } })
    expect(await running.findByText('15 of 20')).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('processes, pauses, resumes and cancels a task, and assigns it any state (TASK-01a) (TASK-01c)', async () => {
    const app = await open(taskServer([task(1)]))
    const asked = () => {
      const { route, params, body } = app.calls.findLast(({ route: id }) => /^(process|assign)/.test(id))!
      return { route, id: params['taskId'], body }
    }
    await act('Report 1', 'Process now')
    expect(await (await rowOf('Report 1')).findByText('Processing')).toBeVisible()
    expect(asked()).toMatchObject({ route: 'processTask', id: '1' })
    await act('Report 1', 'Pause')
    expect(await (await rowOf('Report 1')).findByText('Paused')).toBeVisible()
    expect(asked()).toMatchObject({ route: 'assignTaskState', body: { state: 'PAUSED' } })
    await act('Report 1', 'Resume')
    expect(await (await rowOf('Report 1')).findByText('Waiting')).toBeVisible()
    await act('Report 1', 'Cancel the task')
    expect(await (await rowOf('Report 1')).findByText('Failed')).toBeVisible()
    for (const [words, state] of [
      ['Done', 'CLOSED'],
      ['Waiting to retry', 'RETRY'],
      ['Paused', 'PAUSED'],
      ['Waiting', 'OPEN'],
      ['Failed', 'FAILED'],
    ] as const) {
      await act('Report 1', words)
      expect(await (await rowOf('Report 1')).findByText(words)).toBeVisible()
      expect(asked()).toMatchObject({ route: 'assignTaskState', id: '1', body: { state } })
    }
    // A state that only a server can give: the task is asked to be processed.
    await act('Report 1', 'Processing')
    expect(await (await rowOf('Report 1')).findByText('Processing')).toBeVisible()
    expect(asked()).toMatchObject({ route: 'processTask', id: '1' })
  })

  test('deletes a task once that is confirmed (TASK-01b)', async () => {
    const app = await open(taskServer([task(1), task(2)]))
    await act('Report 1', 'Delete')
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 1 task?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.calls.some(({ route }) => route === 'removeTask')).toBe(false)
    await act('Report 1', 'Delete')
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Report 1' })).toBeNull())
    expect(screen.getByRole('rowheader', { name: 'Report 2' })).toBeVisible()
  })

  test('assigns a state to a selection made on several pages, and deletes it (TASK-01d) (TASK-01e)', async () => {
    const app = await open(taskServer(Array.from({ length: 60 }, (_, at) => task(at + 1))))
    await select('Report 2')
    await select('Report 3')
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await select('Report 51')
    expect(screen.getByText('3 selected')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Assign a state' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Paused' }))
    expect(await (await rowOf('Report 51')).findByText('Paused')).toBeVisible()
    const assigned = app.calls.find(({ route }) => route === 'assignTasksState')
    expect(assigned?.body).toEqual({ ids: [2, 3, 51], state: 'PAUSED' })
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 3 tasks?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('3 tasks deleted')).toBeVisible()
    expect(app.calls.find(({ route }) => route === 'removeTasks')?.body).toEqual({ ids: [2, 3, 51] })
    await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull())
  })

  test('selects the rows shown by the box of the heading, and clears the selection', async () => {
    await open(taskServer([task(1), task(2)]))
    const all = await screen.findByRole('checkbox', { name: 'Select the rows shown' })
    await select('Report 1')
    expect(all).toBePartiallyChecked()
    await userEvent.click(all)
    expect(screen.getByText('2 selected')).toBeVisible()
    await userEvent.click(all)
    expect(screen.queryByText(/selected/)).toBeNull()
    await select('Report 2')
    await userEvent.click(screen.getByRole('button', { name: 'Clear the selection' }))
    expect((await rowOf('Report 2')).getByRole('checkbox')).not.toBeChecked()
  })

  test('is filtered by state and type, and says when nothing is like that', async () => {
    await open(taskServer([task(1), task(2, { state: 'FAILED' })]))
    await rowOf('Report 1')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Failed')
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Report 1' })).toBeNull())
    expect(screen.getByRole('rowheader', { name: 'Report 2' })).toBeVisible()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Task test')
    expect(await screen.findByText('No tasks of this kind')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show all tasks' }))
    await rowOf('Report 1')
  })

  test('creates a test task', async () => {
    const app = await open(taskServer([]))
    await userEvent.click(await screen.findByRole('button', { name: 'Create a test task' }))
    await rowOf('Waits 20 times')
    expect(app.calls.find(({ route }) => route === 'createTestTask')?.body).toEqual({ steps: 20, stepMs: 500 })
  })

  test('says when the list could not be loaded', async () => {
    const served = [serve(listTasks, () => refusal('internal'))]
    await open({ ...taskServer([]), served })
    expect(await screen.findByText('This could not be loaded')).toBeVisible()
  })

  test('keeps a row open while its task makes progress', async () => {
    const server = taskServer([task(1, { state: 'PROCESSING', progress: { done: 1, total: 20, text: '' } })])
    await open(server, { width: 390 })
    await userEvent.click((await rowOf('Report 1')).getByRole('button', { name: 'All columns of Report 1' }))
    expect(await screen.findByText('1 of 20')).toBeVisible()
    server.change([1], { progress: { done: 9, total: 20, text: '' } })
    expect(await screen.findByText('9 of 20')).toBeVisible()
  })

  test('on a phone shows name and state, and the rest below the row', async () => {
    await open(taskServer([task(1, { state: 'FAILED', reason: 'The survey was removed' })]), {
      width: 390,
      locale: 'fi',
    })
    const row = await rowOf('Report 1')
    expect(row.getByText('Epäonnistui')).toBeVisible()
    await userEvent.click(row.getByRole('button', { name: /Report 1$/ }))
    expect(await screen.findByText('The survey was removed')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await accessibilityProblems()).toEqual([])
  })
})
