import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { ActionManagerData } from '@gensvar/contract/entities/actions'
import { indicatorExample } from '@gensvar/contract/entities/indicator'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { actionDialogServer, actionLists, openAction, suggestion } from '#web/widgets/testing/action-fixtures.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

interface Surroundings {
  config?: Partial<WidgetProps<'action-plan'>['config']>
  variables?: IndicatorVariable[]
  /** Where an action manager stands, if anywhere: on a page of its own or beside the plan. */
  manager?: 'elsewhere' | 'beside'
  width?: number
}

function open(lists: Partial<ActionManagerData>, { config = {}, variables = [], manager, width }: Surroundings = {}) {
  const plan = component('action-plan', { id: 'plan', size: 12, ...config })
  const all = component('action-manager', { id: 'all' })
  const start = startWith({
    overview: manager === 'beside' ? [plan, all] : [plan],
    ...(manager === 'elsewhere' && { ranking: [all] }),
  })
  return renderApp(
    '/page/overview/visits/country=SE',
    [
      serveWidget('action-plan', (id) => (id === 'plan' ? { ...actionLists(lists), variables } : undefined)),
      ...actionDialogServer(),
      ...signedInServer(identityFixture(), start),
    ],
    { ...(width !== undefined && { width }) },
  )
}

const list = (name: string) => screen.findByRole('region', { name })
const titles = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('button, span')?.textContent)

const many = (count: number) => Array.from({ length: count }, (_, at) => openAction(at + 1, `Action ${at + 1}`))
const tile: IndicatorVariable = { ...indicatorExample, name: 'position', title: 'Position', type: 'rank_csi' }

describe('the plan', () => {
  test('is rendered (COMP-12) with compact lists of open and of suggested actions (ACTION-01)', async () => {
    await open({
      openActions: [openAction(1, 'Helpful staff', { goalText: '8.5', endValueText: '8.1' })],
      suggestedActions: [suggestion('wait', 'Waiting time', { reason: { en: 'It is 1.4 min from its goal.' } })],
    })
    expect(await screen.findByRole('heading', { name: 'Action plan' })).toBeVisible()
    const opened = within(await list('Open actions')).getByRole('listitem')
    expect(within(opened).getByText('Helpful staff')).toBeVisible()
    expect(within(opened).getByText('8.1')).toBeVisible()
    expect(within(opened).getByText('Goal 8.5')).toBeVisible()
    // Its figure is not of the period of the page, and says so.
    expect(within(opened).getByText('Three months to today')).toBeVisible()
    expect(within(opened).getByText('Anna Berg')).toBeVisible()
    const suggested = within(await list('Suggested actions')).getByRole('listitem')
    expect(within(suggested).getByText('Waiting time')).toBeVisible()
    expect(within(suggested).getByText('It is 1.4 min from its goal.')).toBeVisible()
  })

  test('shows two actions until its list is expanded, then a link to all of them (ACTION-02)', async () => {
    const app = await open({ openActions: many(4) }, { manager: 'elsewhere' })
    const shown = await list('Open actions')
    expect(titles(shown)).toEqual(['Action 1', 'Action 2'])
    expect(within(shown).queryByRole('link')).toBeNull()
    const more = within(shown).getByRole('button', { name: 'Show 2 more' })
    expect(more).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(more)
    expect(titles(shown)).toEqual(['Action 1', 'Action 2', 'Action 3', 'Action 4'])
    const all = within(shown).getByRole('link', { name: 'View all: Open actions' })
    expect(all).toHaveTextContent('View all')
    await userEvent.click(all)
    await waitFor(() => expect(app.address()).toBe('/ranking/visits/country=SE'))
  })

  test('shows two again when it is folded', async () => {
    await open({ openActions: many(3) }, { manager: 'elsewhere' })
    const shown = await list('Open actions')
    await userEvent.click(within(shown).getByRole('button', { name: 'Show 1 more' }))
    await userEvent.click(within(shown).getByRole('button', { name: 'Show fewer' }))
    expect(titles(shown)).toEqual(['Action 1', 'Action 2'])
  })

  test.each([undefined, 'beside'] as const)('expands to all where no other page has them (%s)', async (manager) => {
    await open({ openActions: many(9) }, { manager })
    const shown = await list('Open actions')
    await userEvent.click(within(shown).getByRole('button', { name: 'Show 4 more' }))
    expect(titles(shown)).toHaveLength(6)
    expect(within(shown).queryByRole('link')).toBeNull()
    await userEvent.click(within(shown).getByRole('button', { name: 'View all' }))
    expect(titles(shown)).toHaveLength(9)
  })

  test('is editable only where the list is anchorable (ACTION-03)', async () => {
    const lists = { openActions: many(1), suggestedActions: [suggestion('wait', 'Waiting time')] }
    await open({ ...lists, anchorable: false })
    await list('Open actions')
    expect(screen.queryByRole('button', { name: 'New action' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Action 1' }))
    const read = within(await screen.findByRole('dialog'))
    expect(await read.findByText('You can read this action, but not change it.')).toBeVisible()
    expect(read.queryByRole('button', { name: 'Save' })).toBeNull()
    endApp()
    await open({ ...lists, anchorable: true })
    await list('Open actions')
    expect(screen.getByRole('button', { name: 'New action' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Accept: Waiting time' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Action 1' }))
    const edit = within(await screen.findByRole('dialog'))
    expect(await edit.findByRole('button', { name: 'Save' })).toBeVisible()
  })

  test('has its tiles in a column on the right (ACTION-05)', async () => {
    await open({ openActions: many(2) }, { variables: [tile, { ...tile, name: 'second', title: 'Second' }] })
    const lists = await list('Open actions')
    const [first, second] = await screen.findAllByRole('article')
    const box = (element: Element | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
    expect(box(first).left).toBeGreaterThan(box(lists).right)
    expect(box(second).left).toBe(box(first).left)
    expect(box(second).top).toBeGreaterThan(box(first).bottom)
    expect(within(first as HTMLElement).getByRole('link', { name: 'Position' })).toHaveAttribute(
      'href',
      '/ranking/visits/root',
    )
  })

  test('has them under the lists on a narrow screen', async () => {
    await open({ openActions: many(2) }, { variables: [tile], width: 390 })
    const lists = await list('Suggested actions')
    const first = await screen.findByRole('article')
    expect(first.getBoundingClientRect().top).toBeGreaterThan(lists.getBoundingClientRect().bottom)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('where there is nothing', () => {
  test('it says that no action is open (ACTION-28a)', async () => {
    await open({})
    expect(within(await list('Open actions')).getByText('No open actions')).toBeVisible()
  })

  test('it says that none is suggested (ACTION-28b), and why where the server says', async () => {
    await open({})
    expect(within(await list('Suggested actions')).getByText('No suggested actions')).toBeVisible()
    endApp()
    await open({ noSuggestions: { en: 'This survey is anonymous: nothing is suggested.' } })
    expect(
      within(await list('Suggested actions')).getByText('This survey is anonymous: nothing is suggested.'),
    ).toBeVisible()
  })

  test.each([null, []])('it says that there is no plan (ACTION-28c): %j', async (actionPlanData) => {
    await open({ isActionsConfigured: false, actionPlanData })
    expect(await screen.findByText('No action plan yet')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Open actions' })).toBeNull()
  })

  test('it shows the configured fallback when there are neither lists nor an older plan (ACTION-04b)', async () => {
    const config = { fallback: { en: 'Ask your manager for a plan' } }
    await open({ isActionsConfigured: false, actionPlanData: null }, { config })
    expect(await screen.findByText('Ask your manager for a plan')).toBeVisible()
    expect(screen.queryByText('No action plan yet')).toBeNull()
    endApp()
    await open({ isActionsConfigured: true }, { config })
    await list('Open actions')
    expect(screen.queryByText('Ask your manager for a plan')).toBeNull()
  })
})

test('the older plan is shown where actions are not configured (ACTION-04a)', async () => {
  const actionPlanData: ActionManagerData['actionPlanData'] = [
    {
      title: { en: 'Keep it up' },
      type: 'maintain',
      items: [{ value: 'helpful', text: { en: 'Helpful staff' }, target: 'TARGET3' }],
    },
    {
      title: { en: 'Do better' },
      type: 'other',
      items: [
        { value: 'wait', text: { en: 'Waiting time' }, target: 'TARGET1' },
        { value: 'price', text: { en: 'Price' }, target: 'TARGET0' },
      ],
    },
  ]
  await open({ isActionsConfigured: false, actionPlanData })
  expect(await screen.findByRole('heading', { name: 'Keep it up Keep' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Do better Improve' })).toBeVisible()
  const target = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement).getByRole('img')
  expect(target('Helpful staff')).toHaveAccessibleName('Target: 3 of 3')
  expect(target('Helpful staff').querySelectorAll('[data-filled]')).toHaveLength(3)
  expect(target('Waiting time').querySelectorAll('[data-filled]')).toHaveLength(1)
  expect(target('Price').querySelectorAll('[data-filled]')).toHaveLength(0)
  endApp()
  await open({ isActionsConfigured: true, actionPlanData })
  await list('Open actions')
  expect(screen.queryByText('Keep it up')).toBeNull()
})

test('has no accessibility problems in either scheme', async () => {
  await open({ openActions: many(3), suggestedActions: [suggestion('wait', 'Waiting time')] }, { variables: [tile] })
  await list('Open actions')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})
