import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { assignAlerts, closeAlerts, getAlertQuestions, listAlertOwners, suggestAlerts } from '@gensvar/contract/alerts'
import { createAlertsReport } from '@gensvar/contract/reports'
import { savePreference } from '@gensvar/contract/surveys'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import type { RunningApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall, Served } from '#web/testing/serve.ts'
import { alertExample, alertListOf, alertRow } from '#web/widgets/testing/alert-fixtures.ts'
import type { AlertListAnswer } from '#web/widgets/testing/alert-fixtures.ts'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(endApp)

const rows = [alertRow(31, 'Eva Lind', 2), alertRow(32, 'Ola Berg', 6), alertRow(33, 'Kari Moe', 3)]
const table = component('alert-table', {
  id: 'alerts',
  title: 'Unhappy customers',
  columns: ['customer', 'state', 'due'],
})

interface Options {
  answer?: (seen: SeenCall) => AlertListAnswer | Response
  served?: readonly Served[]
  start?: Parameters<typeof startWith>[1]
  search?: string
  width?: number
}

/** Opens a page with an alert table. */
function open({ answer, served = [], start, search = '', width }: Options = {}) {
  return renderApp(
    `/page/overview/visits/country=SE${search}`,
    [
      ...served,
      serveWidget('alert-table', (_id, seen) => answer?.(seen) ?? alertListOf(rows)),
      serve(savePreference, { ok: true }),
      ...signedInServer(identityFixture(), startWith({ overview: [table] }, start)),
    ],
    { width },
  )
}

const callsOf = (app: RunningApp, route: string) => app.calls.filter((call) => call.route === route)
const lists = (app: RunningApp) => callsOf(app, 'getWidgetData').map(({ query }) => query)
const chip = (name: RegExp) => screen.findByRole('button', { name })
const select = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))

describe('the rows of an alert table', () => {
  test('end with their place on the page, below the switches', async () => {
    await open()
    const card = (await screen.findByRole('table', { name: 'Unhappy customers' })).closest('section')!
    const place = card.closest('[data-size]')!
    expect(place.getBoundingClientRect().bottom).toBeCloseTo(card.getBoundingClientRect().bottom, 0)
  })

  test('stand on any page with their state, the first page in the configured order, and open the alert (COMP-22)', async () => {
    const app = await open()
    const eva = await screen.findByRole('link', { name: 'Eva Lind' })
    expect(screen.getByRole('table', { name: 'Unhappy customers' })).toBeVisible()
    expect(eva).toHaveAttribute('href', '/alert/visits/31')
    expect(within(eva.closest('tr') as HTMLElement).getByText('Open')).toBeVisible()
    expect(lists(app)[0]).toMatchObject({ rowFrom: '0', rowTo: '50' })
    expect(lists(app)[0]).not.toHaveProperty('states')
    expect(screen.getByRole('columnheader', { name: /Due/ })).toHaveAttribute('aria-sort', 'ascending')
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
    await userEvent.click(eva)
    await waitFor(() => expect(app.address()).toBe('/alert/visits/31'))
  })

  test('show their state under the name on a narrow screen, and say that closed ones come last', async () => {
    await open({ width: 390 })
    for (const [name, state] of [
      ['Eva Lind', 'Open'],
      ['Ola Berg', 'Processing'],
      ['Kari Moe', 'Closed'],
    ] as const) {
      const head = (await screen.findByRole('link', { name })).closest('th')!
      expect(within(head).getByText(state)).toBeVisible()
    }
    expect(screen.getByText('3 rows · by due time, closed ones last')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^All columns of/ })).toBeNull()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await accessibilityProblems()).toEqual([])
    endApp()
    await open({ width: 390, search: '?alerts.sortBy=state&alerts.sortDesc=false' })
    expect(await screen.findByText('3 rows')).toBeVisible()
    const shown = within(screen.getByRole('table', { name: 'Unhappy customers' }))
    expect(shown.getAllByText('Processing')).toHaveLength(1)
  })

  test('say nothing of closed ones where there are none', async () => {
    await open({ search: '?alerts.states=open,processing' })
    expect(await screen.findByText('3 rows')).toBeVisible()
  })

  test('are closed where the reader may not open them, with the reason', async () => {
    await open({ answer: () => alertListOf([alertRow(31, 'Eva Lind', 2, { accessAllowed: false })]) })
    expect(await screen.findByText('No access')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Eva Lind' })).toBeNull()
  })

  test('are asked for by the page, the order and the filters of the address, with a suggested text', async () => {
    const app = await open({
      served: [serve(suggestAlerts, { suggestions: ['Eva Lind'] })],
      answer: () => alertListOf(rows, 120),
      search: '?alerts.states=open,closed&alerts.overdue=true&alerts.page=1&alerts.sortBy=state&alerts.sortDesc=true',
    })
    await screen.findByRole('link', { name: 'Eva Lind' })
    expect(lists(app)[0]).toMatchObject({
      ...{ states: 'open,closed', overdue: 'true', rowFrom: '50', rowTo: '100', sortVar: 'state', sortDesc: 'true' },
    })
    await userEvent.type(screen.getByRole('combobox', { name: 'Filter the table' }), 'eva')
    await userEvent.click(await screen.findByRole('option', { name: 'Eva Lind' }))
    await waitFor(() =>
      expect(lists(app).at(-1)).toMatchObject({ filter: 'Eva Lind', states: 'open,closed', rowFrom: '0' }),
    )
    expect(callsOf(app, 'suggestAlerts')[0]?.params).toMatchObject({ component: 'alerts' })
  })
})

describe('the filters of an alert table', () => {
  test('are switches with their counts, kept in the address, and undone by Back', async () => {
    const app = await open({ answer: () => alertListOf(rows, 120), search: '?alerts.page=1' })
    const opened = await chip(/^Open ?3$/)
    expect(opened).toHaveAttribute('aria-pressed', 'false')
    for (const name of [/^Processing ?1$/, /^Closed ?12$/, /^Mine ?2$/, /^Overdue ?1$/])
      expect(await chip(name)).toBeVisible()
    await userEvent.click(opened)
    await waitFor(() => expect(opened).toHaveAttribute('aria-pressed', 'true'))
    expect(app.address()).toBe('/page/overview/visits/country=SE?alerts.states=open')
    await userEvent.click(await chip(/^Closed/))
    await userEvent.click(await chip(/^Mine/))
    await waitFor(() => expect(lists(app).at(-1)).toMatchObject({ states: 'open,closed', mine: 'true', rowFrom: '0' }))
    app.back()
    await waitFor(async () => expect(await chip(/^Mine/)).toHaveAttribute('aria-pressed', 'false'))
    expect(lists(app).at(-1)).toMatchObject({ states: 'open,closed' })
  })

  test('say in words what there is none of, and show all again', async () => {
    const app = await open({ answer: () => alertListOf([]), search: '?alerts.states=open' })
    expect(await screen.findByText('No open alerts here')).toBeVisible()
    await userEvent.click(await chip(/^Overdue/))
    expect(await screen.findByText('No alerts like these here')).toBeVisible()
    expect(screen.getByText('Chosen: Open, Overdue.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show all alerts' }))
    await waitFor(() => expect(app.address()).toBe('/page/overview/visits/country=SE'))
    expect(await screen.findByText('No alerts for SE')).toBeVisible()
    await userEvent.click(await chip(/^Mine/))
    expect(await screen.findByText('You have no alerts here')).toBeVisible()
  })
})

describe('an alert table', () => {
  test('says why it shows nothing in an anonymous survey, and to who sees no single interviews', async () => {
    await open({ start: { named: false } })
    expect(await screen.findByText(/^This survey is anonymous, so there are no alerts/)).toBeVisible()
    endApp()
    const { rights } = startWith({})
    await open({ start: { rights: { ...rights, canViewInterviews: false } } })
    expect(await screen.findByText(/^Your role does not show single interviews/)).toBeVisible()
  })

  test('offers to try again when it fails', async () => {
    await open({ answer: () => refusal('internal', 'Broken') })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('has the server write its file as it is filtered', async () => {
    const app = await open({
      served: [serve(createAlertsReport, { taskUUID: 'a1' })],
      search: '?alerts.states=open&alerts.mine=true',
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Save the table as shown' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save the table as shown (CSV)' }))
    await waitFor(() =>
      expect(callsOf(app, 'createAlertsReport')[0]?.body).toMatchObject({
        ...{ component: 'alerts', states: ['open'], mine: true, overdue: false, format: 'csv' },
      }),
    )
  })
})

describe('selected alerts', () => {
  test('cannot be selected by who may not handle alerts', async () => {
    const { rights } = startWith({})
    await open({ start: { rights: { ...rights, canHandleAlerts: false } } })
    await screen.findByRole('link', { name: 'Eva Lind' })
    expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull()
  })

  test('are not selected any more when other alerts are shown', async () => {
    await open()
    await select('Eva Lind')
    expect(screen.getByText('1 selected')).toBeVisible()
    await userEvent.click(await chip(/^Open/))
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select Eva Lind' })).not.toBeChecked())
    expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull()
  })

  test('are given to somebody who is searched for', async () => {
    const app = await open({
      served: [
        serve(listAlertOwners, ({ body }) => ({
          owners: [
            { userId: 7, name: 'Anna Berg', username: 'anna' },
            { userId: 8, name: 'Ulf Ek', username: 'ulf' },
          ].filter(({ name }) => name.toLowerCase().includes((body as { term: string }).term)),
        })),
        serve(assignAlerts, { assigned: 2 }),
      ],
    })
    await select('Eva Lind')
    await select('Ola Berg')
    await userEvent.click(screen.getByRole('button', { name: 'Assign' }))
    const dialog = await screen.findByRole('dialog', { name: 'Assign 2 alerts' })
    const who = await within(dialog).findByRole('combobox', { name: 'Who handles it' })
    await waitFor(() => expect(who).toHaveFocus())
    await userEvent.type(who, 'ulf')
    await waitFor(() =>
      expect(callsOf(app, 'listAlertOwners').at(-1)?.body).toEqual({ alertIds: [31, 32], term: 'ulf' }),
    )
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Anna Berg' })).toBeNull())
    await userEvent.click(await screen.findByRole('option', { name: 'Ulf Ek' }))
    const before = lists(app).length
    await userEvent.click(within(dialog).getByRole('button', { name: 'Assign' }))
    await waitFor(() =>
      expect(callsOf(app, 'assignAlerts')[0]?.body).toEqual({ alertIds: [31, 32], userId: 8, comment: '' }),
    )
    expect(await screen.findByText('2 alerts assigned')).toBeVisible()
    await waitFor(() => expect(lists(app).length).toBeGreaterThan(before))
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Select Eva Lind' })).not.toBeChecked())
  })

  test('are closed with one comment and the answers to the questions of their rules, each message at its field', async () => {
    const done = {
      questionId: 'done',
      title: { en: 'Done' },
      type: 'Text' as const,
      reasons: [],
      selected: 0,
      value: '',
    }
    const cause = { ...alertExample.questions[0]!, selected: 0 }
    const app = await open({
      served: [serve(getAlertQuestions, { questions: [cause, done] }), serve(closeAlerts, { closed: 1 })],
    })
    await select('Eva Lind')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    const dialog = await screen.findByRole('dialog', { name: 'Close 1 alert' })
    const send = () => userEvent.click(within(dialog).getByRole('button', { name: 'Close 1 alert' }))
    await within(dialog).findByRole('radio', { name: 'Staff' })
    await send()
    expect(await within(dialog).findByText('selection is mandatory')).toBeVisible()
    expect(within(dialog).getByRole('textbox', { name: 'Done' })).toHaveAccessibleDescription('field is mandatory')
    expect(within(dialog).getByRole('textbox', { name: 'New comment' })).toHaveAccessibleDescription('Mandatory')
    expect(callsOf(app, 'closeAlerts')).toEqual([])
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Staff' }))
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Done' }), 'Refunded')
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'New comment' }), 'Called')
    await send()
    await waitFor(() =>
      expect(callsOf(app, 'closeAlerts')[0]?.body).toEqual({
        alertIds: [31],
        newComment: 'Called',
        selections: [
          { questionId: 'cause', choiceId: 1 },
          { questionId: 'done', value: 'Refunded' },
        ],
      }),
    )
    expect(await screen.findByText('1 alert closed')).toBeVisible()
  })
})
