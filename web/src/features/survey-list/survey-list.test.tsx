import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { universeEntities } from '@gensvar/contract/entities/universes'
import { listRoles } from '@gensvar/contract/roles'
import { listSurveys } from '@gensvar/contract/survey-list'
import type { ListedSurvey } from '@gensvar/contract/survey-list'
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
  resumeWebhook,
  testWebhook,
} from '@gensvar/contract/webhooks'
import type { Webhook, WebhookDelivery } from '@gensvar/contract/webhooks'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const example = universeEntities.SurveyRow.example
const rows: ListedSurvey[] = [
  { ...example, id: 1, extName: 'visits', universeName: 'retail' },
  {
    ...{ ...example, id: 3, extName: 'customers', name: { en: 'Customers' }, universeName: 'bank', tag: 'bank' },
    ...{ textTag: 'open answers', nInterviews: null, nUsers: 4, disabled: true, samplesOpen: false },
  },
]

const role = {
  ...{ id: 2, name: 'regional-manager', parentId: null, depth: 0, restricted: false, users: 3, children: 0 },
  ...{ mayEdit: true, mayView: true },
}

function open(at = '/surveylist/visits', isRoot = true) {
  return renderApp(at, [
    serve(listSurveys, { rows, total: rows.length }),
    serve(listRoles, { roles: [role], mayCreateTop: true }),
    serve(listWebhooks, { webhooks: [], surveys: [], hosts: [] }),
    ...signedInServer(identityFixture({ isRoot, universe: 'retail' }), startFixture()),
  ])
}

const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr')!

test('the surveys of all universes are a table for root alone, with every column (SURVEY-07) (UNIV-01e)', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Surveys' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Survey', 'Id', 'Organisation', 'Tag', 'Text tag', 'Interviews', 'Users', 'Disabled', 'Samples open'])
  const cells = async (name: string) =>
    within(await rowOf(name))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(await cells('Store visits')).toEqual(['1', 'retail', 'retail', '', '1,204', '14', 'No', 'Yes'])
  expect(await cells('Customers')).toEqual(['3', 'bank', 'bank', 'open answers', '—', '4', 'Yes', 'No'])
  expect(within(await rowOf('Customers')).getByRole('img')).toHaveAccessibleName('Too few answers to show')
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  endApp()
  await open('/surveylist/visits', false)
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
})

const addresses = ['/surveylist/visits', '/sl']

test.each(addresses)('the page is at %s, for root alone (NAV-22)', async (address) => {
  const app = await open(address)
  expect(await screen.findByRole('heading', { name: 'Administration', level: 1 })).toBeVisible()
  expect(await screen.findByRole('table', { name: 'Surveys' })).toBeVisible()
  expect(app.address()).toBe(address)
  endApp()
  await open(address, false)
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
  expect(screen.queryByRole('table', { name: 'Surveys' })).toBeNull()
})

test('a survey opens its page; one of another universe after entering that', async () => {
  const app = await open()
  await userEvent.click(await rowOf('Store visits'))
  await waitFor(() => expect(app.address()).toBe('/survey/visits/1'))
  endApp()
  await open()
  const link = within(await rowOf('Customers')).getByRole('link')
  expect(link).toHaveAttribute('href', '/?universe=bank&survey=customers&redirect=%2Fsurvey%2Fcustomers%2F3')
})

test('the roles of the organisation are listed on the page (UNIV-01b) (ROLES-01)', async () => {
  const app = await open()
  const row = await rowOf('regional-manager')
  await userEvent.click(within(row).getByRole('link'))
  await waitFor(() => expect(app.address()).toBe('/role/visits/2'))
})

describe('webhooks', () => {
  const hook: Webhook = {
    ...{ id: 4, title: 'Till system', url: 'https://hooks.example.org/in', survey: null, events: ['response'] },
    ...{ state: 'ACTIVE', cause: null, pausedAt: null, failingSince: null, deliveredAt: '2026-02-10T10:00:00Z' },
    ...{ waiting: 0, version: 1 },
  }
  const message: WebhookDelivery = {
    ...{ id: 9, message: '7f0c', event: 'response.completed', survey: 'visits', state: 'FAILED', attempts: 9 },
    ...{ createdAt: '2026-02-10T10:00:00Z', sentAt: '2026-02-10T10:00:01Z', dueAt: null, status: 500, tookMs: 12 },
    ...{ reason: 'It answered with status 500.', answer: 'down' },
  }
  const offers = { surveys: [{ extname: 'visits', title: 'Store visits' }], hosts: ['hooks.example.org'] }

  test('are made, whose secret is shown once, tried, and their messages sent again', async () => {
    let hooks: Webhook[] = []
    let messages = [message]
    const paused: Webhook = {
      ...hook,
      id: 5,
      title: 'Old',
      state: 'PAUSED',
      cause: 'failing',
      pausedAt: hook.deliveredAt,
    }
    const app = await renderApp('/surveylist/visits', [
      serve(listWebhooks, () => ({ webhooks: hooks, ...offers })),
      serve(createWebhook, ({ body }) => {
        const { url } = body as { url: string }
        if (!url.includes('hooks.example.org'))
          return refusal('validation', 'Calls to evil are not allowed.', { url: 'Calls to evil are not allowed.' })
        hooks = [hook, paused]
        return { webhook: hook, secret: 'whsec_c2VjcmV0' }
      }),
      serve(listWebhookDeliveries, () => ({ rows: messages, total: messages.length })),
      serve(testWebhook, () => {
        messages = [{ ...message, id: 10, event: 'test', state: 'DELIVERED', reason: '', status: 200 }, message]
        return messages[0] ?? message
      }),
      serve(replayWebhookDelivery, { ...message, state: 'WAITING' }),
      serve(resumeWebhook, hook),
      serve(listSurveys, { rows, total: rows.length }),
      serve(listRoles, { roles: [role], mayCreateTop: true }),
      ...signedInServer(identityFixture({ isRoot: true, universe: 'retail' }), startFixture()),
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'Add a webhook' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a webhook' })
    await userEvent.type(within(dialog).getByLabelText(/^Name/), 'Till system')
    await userEvent.type(within(dialog).getByLabelText(/^Address/), 'https://evil')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save webhook' }))
    expect(await within(dialog).findAllByText('Calls to evil are not allowed.')).not.toEqual([])
    await userEvent.clear(within(dialog).getByLabelText(/^Address/))
    await userEvent.type(within(dialog).getByLabelText(/^Address/), hook.url)
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Alerts/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save webhook' }))
    const shown = await screen.findByRole('dialog', { name: 'The secret, shown this once' })
    expect(within(shown).getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_c2VjcmV0')
    expect(app.calls.findLast(({ route }) => route === 'createWebhook')?.body).toEqual({
      ...{ title: 'Till system', url: hook.url, survey: null, events: ['response', 'alert'], version: 0 },
    })
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(within(shown).getByRole('button', { name: 'I have copied the secret' }))
    expect(await screen.findByText(/^Paused by itself .*nothing arrived for a day\.$/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send a test to Till system' }))
    const table = await screen.findByRole('table', { name: 'Messages to Till system' })
    expect(await within(table).findByRole('rowheader', { name: 'test' })).toBeVisible()
    await userEvent.click(within(table).getByRole('button', { name: 'Send again: response.completed 9' }))
    await waitFor(() =>
      expect(app.calls.findLast(({ route }) => route === 'replayWebhookDelivery')?.params).toEqual({ deliveryId: '9' }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'More for Old' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Go on' }))
    await waitFor(() =>
      expect(app.calls.findLast(({ route }) => route === 'resumeWebhook')?.params).toEqual({ webhookId: '5' }),
    )
    useScheme('dark')
    expect(await accessibilityProblems()).toEqual([])
  })
})
