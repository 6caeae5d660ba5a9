import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { evaluateActions, getActionData, getEvaluationStatus } from '@gensvar/contract/actions'
import { actionEffectExample } from '@gensvar/contract/entities/actions'
import type { ActionManagerData } from '@gensvar/contract/entities/actions'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { Served } from '#web/testing/serve.ts'
import {
  actionDialogServer,
  actionLists,
  closedAction,
  openAction,
  suggestion,
} from '#web/widgets/testing/action-fixtures.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

interface Surroundings {
  isRoot?: boolean
  also?: Served[]
  locale?: 'en' | 'sv'
}

function open(
  lists: Partial<ActionManagerData> | (() => Partial<ActionManagerData>),
  { isRoot = false, also = [], locale = 'en' }: Surroundings = {},
) {
  const manager = component('action-manager', { id: 'all', size: 12 })
  return renderApp(
    '/page/overview/visits/country=SE',
    [
      serveWidget('action-manager', () => actionLists(typeof lists === 'function' ? lists() : lists)),
      ...also,
      ...signedInServer(identityFixture({ isRoot, locale }), startWith({ overview: [manager] })),
    ],
    { locale },
  )
}

const list = (name: string) => screen.findByRole('region', { name })
const rows = async (name: string) => within(await list(name)).getAllByRole('listitem')

describe('the manager', () => {
  test('is rendered with open, closed and suggested actions (COMP-13)', async () => {
    await open({
      openActions: [openAction(1, 'Helpful staff'), openAction(2, 'Clean store')],
      suggestedActions: [suggestion('wait', 'Waiting time')],
      closedActions: [closedAction(3, 'Friendly voice')],
    })
    expect(await screen.findByRole('heading', { name: 'Actions' })).toBeVisible()
    const [first, second] = await rows('Open actions')
    expect(within(first!).getByText('Helpful staff')).toBeVisible()
    expect(within(first!).getByText('Training')).toBeVisible()
    expect(within(second!).getByText('Clean store')).toBeVisible()
    expect(within((await rows('Suggested actions'))[0]!).getByText('Waiting time')).toBeVisible()
    expect(within((await rows('Closed actions'))[0]!).getByText('Friendly voice')).toBeVisible()
  })

  test('says of an open action where it is, where it is to be, until when and by whom', async () => {
    await open({ openActions: [openAction(1, 'Helpful staff', { periodText: { en: 'Three months' } })] })
    const [row] = await rows('Open actions')
    const shown = within(row!)
    expect(shown.getByText('8.1')).toBeVisible()
    expect(shown.getByText('Goal 8.5')).toBeVisible()
    expect(shown.getByText('7.8 at the start')).toBeVisible()
    expect(shown.getByText(/^Due 30 June 2026 \(in \d+ years\)$/)).toBeVisible()
    expect(shown.getByText('Anna Berg')).toBeVisible()
    expect(shown.getByText('Open')).toBeVisible()
    expect(shown.getByText('Three months to today')).toBeVisible()
    const mark = shown.getByTestId('goal-mark')
    expect(Number.parseFloat(mark.style.left)).toBeCloseTo((100 * (8.5 - 1)) / 9)
  })

  test('marks what is overdue, and what is due today as not yet', async () => {
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' })
    await open({
      openActions: [
        openAction(1, 'Late', {
          deadline: '2026-01-31',
          deadlineText: { en: '31 January 2026' },
          responsibleName: '',
          responsible: '',
        }),
        openAction(2, 'Today', { deadline: today, deadlineText: { en: 'this very day' } }),
      ],
    })
    const [late, due] = await rows('Open actions')
    expect(within(late!).getByText('Overdue')).toBeVisible()
    expect(within(late!).getByText(/^Was due 31 January 2026 \(.+ ago\)$/)).toBeVisible()
    expect(within(late!).getByText('Nobody responsible')).toBeVisible()
    expect(within(due!).queryByText('Overdue')).toBeNull()
    expect(within(due!).getByText('Due today, this very day')).toBeVisible()
  })

  test('gives a suggestion with its reason, to be accepted where actions can be made', async () => {
    const suggestedActions = [suggestion('wait', 'Waiting time', { reason: { en: '1.4 min from its goal.' } })]
    await open({ suggestedActions })
    const [row] = await rows('Suggested actions')
    expect(within(row!).getByText('1.4 min from its goal.')).toBeVisible()
    expect(within(row!).getByRole('button', { name: 'Accept: Waiting time' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'New action' })).toBeVisible()
    endApp()
    await open({ suggestedActions, anchorable: false })
    await rows('Suggested actions')
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'New action' })).toBeNull()
  })

  test('tells by a word and a sign what a closed action changed', async () => {
    const few = {
      ...actionEffectExample,
      verdict: 'few' as const,
      nAfter: null,
      text: { en: 'Too few answers to say' },
    }
    await open({
      closedActions: [
        closedAction(1, 'Better'),
        closedAction(2, 'Worse', {
          state: 2,
          effect: { ...actionEffectExample, verdict: 'worse', text: { en: '0.4 worse than 6 comparable units' } },
        }),
        closedAction(3, 'Same', { effect: { ...actionEffectExample, verdict: 'unclear' } }),
        closedAction(4, 'Few', { effect: few }),
      ],
    })
    const [better, worse, same, short] = await rows('Closed actions')
    expect(within(better!).getByText('It helped:')).toBeVisible()
    expect(within(better!).getByText(/0\.6 better than 6 comparable units \(\+0\.2 to \+1\.0\)/)).toBeVisible()
    expect(within(better!).getByText('140 answers before, 152 after')).toBeVisible()
    expect(within(better!).getByText('comparable units: 812 before, 840 after')).toBeVisible()
    expect(within(better!).getByText('Completed')).toBeVisible()
    expect(within(worse!).getByText('It got worse:')).toBeVisible()
    expect(within(worse!).getByText('Failed')).toBeVisible()
    expect(within(same!).getByText('No clear effect:')).toBeVisible()
    expect(within(short!).getByText('Too few answers to say')).toBeVisible()
    const signs = [better, worse, same, short].map((row) => row?.querySelector('[data-verdict] svg')?.innerHTML)
    expect(new Set(signs).size).toBe(4)
  })

  test('says why a figure is not shown', async () => {
    const notice = { en: 'Too few answers to show a figure.' }
    await open({ openActions: [openAction(1, 'Secret', { endValueText: '', notice })] })
    const [row] = await rows('Open actions')
    expect(within(row!).getByText(notice.en)).toBeVisible()
    expect(within(row!).getByRole('img', { name: notice.en })).toBeVisible()
  })

  test('shows the first actions of a long list until all are asked for', async () => {
    await open({ closedActions: Array.from({ length: 23 }, (_, at) => closedAction(at + 1, `Action ${at + 1}`)) })
    expect(await rows('Closed actions')).toHaveLength(10)
    await userEvent.click(screen.getByRole('button', { name: 'Show 13 more' }))
    expect(await rows('Closed actions')).toHaveLength(23)
  })

  test('says what there is none of, and where actions are not set up', async () => {
    await open({ noSuggestions: { en: 'This survey is anonymous: nothing is suggested.' } })
    expect(within(await list('Open actions')).getByText('No open actions')).toBeVisible()
    expect(screen.getByText('This survey is anonymous: nothing is suggested.')).toBeVisible()
    expect(screen.getByText('No closed actions yet')).toBeVisible()
    endApp()
    await open({ isActionsConfigured: false })
    expect(await screen.findByText('Actions are not set up for this survey')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'New action' })).toBeNull()
  })

  test('still lists what was done where the configuration has no items any more', async () => {
    await open({ isActionsConfigured: false, closedActions: [closedAction(1, 'Friendly voice')] })
    expect(await rows('Closed actions')).toHaveLength(1)
  })
})

describe('the dialog', () => {
  const asked = (app: Awaited<ReturnType<typeof open>>) =>
    app.calls
      .filter(({ route }) => route === getActionData.id)
      .map(({ params, query }) => [params['actionId'], params['drillPath'], query['extname']])

  test('opens an action of the list at the place where it was made', async () => {
    const app = await open(
      { openActions: [openAction(7, 'Helpful staff', { drillPath: 'country=SE;gender=woman' })] },
      { also: actionDialogServer() },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Helpful staff' }))
    expect(await screen.findByRole('dialog', { name: 'Edit action' })).toBeVisible()
    await waitFor(() => expect(asked(app)).toEqual([['7', 'country=SE;gender=woman', undefined]]))
  })

  test('begins a new one at the place shown, and one that takes a suggestion up', async () => {
    const suggestedActions = [suggestion('wait', 'Waiting time')]
    const app = await open({ suggestedActions }, { also: actionDialogServer() })
    await userEvent.click(await screen.findByRole('button', { name: 'New action' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add action' })
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Accept: Waiting time' }))
    expect(await screen.findByRole('dialog', { name: 'Add action' })).toBeVisible()
    await waitFor(() =>
      expect(asked(app)).toEqual([
        ['0', 'country=SE', undefined],
        ['0', 'country=SE', 'wait'],
      ]),
    )
  })

  test('that saved something has the lists fetched again', async () => {
    let title = 'Helpful staff'
    await open(() => ({ openActions: [openAction(7, title)] }), { also: actionDialogServer() })
    await userEvent.click(await screen.findByRole('button', { name: 'Helpful staff' }))
    const dialog = within(await screen.findByRole('dialog'))
    title = 'Very helpful staff'
    await userEvent.click(await dialog.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Action saved')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Very helpful staff' })).toBeVisible()
  })
})

const taskUUID = '7f3c1c5e-5a3e-4f0e-9a61-000000000001'
type Status = Parameters<typeof getEvaluationStatus.response.parse>[0]

/** A server that evaluates: each question about its state gets the next answer, the last one for good. */
function evaluation(...states: object[]): Served[] {
  const running = { done: 0, total: 0, state: 'running', error: null, completed: 0, failed: 0 }
  const answers = states.map((state): Status => ({ ...running, ...state }))
  return [
    serve(evaluateActions, { taskUUID }),
    {
      route: getEvaluationStatus,
      answer: () => (answers.length > 1 ? answers.shift() : answers[0]),
    },
  ]
}

describe('the button Evaluate', () => {
  test('is there for root only (ACTION-29)', async () => {
    await open({})
    await list('Open actions')
    expect(screen.queryByRole('button', { name: 'Evaluate' })).toBeNull()
    endApp()
    await open({}, { isRoot: true })
    await list('Open actions')
    expect(screen.getByRole('button', { name: 'Evaluate' })).toBeVisible()
  })

  test('evaluates, shows how far it is, says what it did and shows the lists as they are then', async () => {
    let isDone = false
    const done = { state: 'finished', done: 4, total: 4, completed: 3, failed: 1 }
    const also = evaluation({}, { done: 1, total: 4 }, done)
    const app = await open(() => ({ openActions: isDone ? [] : [openAction(1, 'Helpful staff')] }), {
      isRoot: true,
      also,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Evaluate' }))
    expect(await screen.findByText('Evaluating the actions')).toBeVisible()
    expect(await screen.findByText('Evaluating 1 of 4')).toBeVisible()
    isDone = true
    expect(await screen.findByText('4 actions evaluated: 3 completed, 1 failed', {}, { timeout: 3000 })).toBeVisible()
    expect(await screen.findByText('No open actions')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Evaluate' })).toBeVisible()
    expect(app.calls.filter(({ route }) => route === evaluateActions.id).map(({ params }) => params)).toEqual([
      { survey: 'visits' },
    ])
  })

  test('says when nothing was due', async () => {
    await open({}, { isRoot: true, also: evaluation({ state: 'finished' }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Evaluate' }))
    expect(await screen.findByText('No action was due')).toBeVisible()
  })

  test.each([
    ['that fails', evaluation({ state: 'failed', error: { en: 'The disk is full.' } }), 'The disk is full.'],
    [
      'that cannot be started',
      [serve(evaluateActions, () => refusal('forbidden', 'Only root may do that.'))],
      'Only root may do that.',
    ],
    [
      'that is gone',
      [
        serve(evaluateActions, { taskUUID }),
        serve(getEvaluationStatus, () => refusal('not_found', 'There is no such task.')),
      ],
      'There is no such task.',
    ],
  ])('says why of an evaluation %s', async (_, also, words) => {
    await open({}, { isRoot: true, also })
    await userEvent.click(await screen.findByRole('button', { name: 'Evaluate' }))
    expect(await screen.findByText(words)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Evaluate' })).toBeVisible())
  })
})

test('has no accessibility problems in either scheme', async () => {
  await open(
    {
      openActions: [openAction(1, 'Helpful staff'), openAction(2, 'Late', { deadline: '2026-01-31' })],
      suggestedActions: [suggestion('wait', 'Waiting time')],
      closedActions: [closedAction(3, 'Better'), closedAction(4, 'Worse', { state: 2 })],
    },
    { isRoot: true },
  )
  await list('Closed actions')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})
