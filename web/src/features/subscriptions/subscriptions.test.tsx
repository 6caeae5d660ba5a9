import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { userEntities } from '@gensvar/contract/entities/users'
import {
  createSubscription,
  listSubscriptionDates,
  listSubscriptions,
  removeSubscription,
  saveSubscription,
  sendSubscription,
} from '@gensvar/contract/subscriptions'
import { getUserDetails } from '@gensvar/contract/users'
import type { Answer } from '#web/api.ts'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

type Subscription = Answer<typeof listSubscriptions>['subscriptions'][number]
type Made = Answer<typeof listSubscriptions>['made'][number]

const weekly: Subscription = {
  id: 4,
  title: 'Benchmark, Sweden',
  format: 'pdf',
  cadence: 'weekly',
  weekday: 1,
  monthDay: 1,
  hour: 7,
  active: true,
  reason: '',
  nextAt: '2026-11-30T06:00:00.000Z',
  last: null,
  by: '',
  lastReason: '',
  version: 3,
}
const dates = ['2026-11-30T06:00:00.000Z', '2026-12-07T06:00:00.000Z', '2026-12-14T06:00:00.000Z']

function subscriptionServer(subscriptions: readonly Subscription[], made: readonly Made[]) {
  let stored = subscriptions
  let others = made
  return [
    serve(listSubscriptions, () => ({ subscriptions: [...stored], made: [...others] })),
    serve(listSubscriptionDates, { dates, timeZone: 'Europe/Stockholm' }),
    serve(createSubscription, { ids: [9], skipped: [] }),
    serve(sendSubscription, { ok: true as const }),
    serve(removeSubscription, ({ params }) => {
      stored = stored.filter(({ id }) => id !== Number(params['subscriptionId']))
      others = others.filter(({ id }) => id !== Number(params['subscriptionId']))
      return { ok: true as const }
    }),
    serve(saveSubscription, ({ body }) => {
      const { version, ...changes } = body as Subscription
      if (version !== stored[0]?.version)
        return refusal('conflict', 'This subscription was changed meanwhile.', { version: 'is not the newest' })
      stored = stored.map((one) => ({ ...one, ...changes, version: version + 1 }))
      return { version: version + 1 }
    }),
  ]
}

const actor = { impersonator: 'root' }

async function openOwn(
  subscriptions: readonly Subscription[],
  identity: object = {},
  { width = 1440, made = [] }: { width?: number; made?: readonly Made[] } = {},
) {
  const app = await renderApp(
    '/userdetails/visits/7',
    [
      serve(getUserDetails, userEntities.UserDetails.example),
      ...subscriptionServer(subscriptions, made),
      ...signedInServer(identityFixture({ userId: 7, ...identity }), startFixture()),
    ],
    { width },
  )
  await screen.findByText('Your subscriptions')
  return app
}

const bodies = (app: Awaited<ReturnType<typeof openOwn>>, asked: string) =>
  app.calls.filter(({ route }) => route === asked).map(({ body }) => body)
const act = (name: string) => userEvent.click(screen.getByRole('button', { name: `${name}: Benchmark, Sweden` }))

const at = '2026-11-23T06:00:00.000Z'
const made: Made[] = [
  { ...ofOther(20, 'Anna Berg'), last: { result: 'empty', at } },
  { ...ofOther(21, 'Bo Ek'), active: false, nextAt: null, stopped: 'left', last: { result: 'sent', at } },
  { ...ofOther(22, 'Carl Dahl'), active: false, nextAt: null, stopped: null, last: null },
]

function ofOther(id: number, recipient: string): Made {
  const { title, format, cadence, weekday, monthDay, hour, active, nextAt, last } = weekly
  return { id, title, format, cadence, weekday, monthDay, hour, active, nextAt, last, recipient, stopped: null }
}

describe("the reader's subscriptions", () => {
  test('say when each comes, and are sent now, paused, resumed, changed and removed', async () => {
    const app = await openOwn([weekly])
    expect(await screen.findByText('Benchmark, Sweden (PDF)')).toBeVisible()
    expect(screen.getByText(/^Every Monday at 0?7:00/)).toBeVisible()
    expect(screen.getByText(/^Next: /)).toBeVisible()
    await act('Send now')
    expect(await screen.findByText('The report is being made. It comes by e-mail.')).toBeVisible()
    expect(bodies(app, 'sendSubscription')).toHaveLength(1)
    await act('Pause')
    expect(await screen.findByText('Is paused')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send now: Benchmark, Sweden' })).toBeDisabled()
    await act('Resume')
    await waitFor(() => expect(screen.queryByText('Is paused')).toBeNull())
    await act('Change')
    const dialog = within(await screen.findByRole('dialog', { name: 'Benchmark, Sweden' }))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'How often' }), 'Every month')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Day of the month' }), 'The last day')
    await userEvent.click(dialog.getByRole('button', { name: 'Save subscription' }))
    expect(await screen.findByText(/^On the last day of every month at/)).toBeVisible()
    expect(bodies(app, 'saveSubscription').at(-1)).toMatchObject({ cadence: 'monthly', monthDay: 0, version: 5 })
    await act('Remove')
    const question = within(await screen.findByRole('dialog', { name: 'Remove subscription?' }))
    await userEvent.click(question.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText(/^None yet/)).toBeVisible()
  })

  test('that were paused by themselves say why', async () => {
    await openOwn([{ ...weekly, active: false, nextAt: null, reason: 'You may no longer see this survey.' }])
    expect(await screen.findByText('Is paused: You may no longer see this survey.')).toBeVisible()
  })

  test.each([
    ['made', '', /^The last one is being made or mailed$/],
    ['sent', '', /^Sent last: 23 Nov 2026/],
    ['empty', '', /^Sent last: .*, without any answers in its period$/],
    ['failed', 'The disk is full.', /^The last one could not be made or sent \(.*\): The disk is full\.$/],
    ['refused', '550 No such user', /^The last e-mail was refused \(.*\): 550 No such user$/],
    ['unknown', 'The server stopped.', /^Whether the last e-mail arrived is not known \(.*\): The server stopped\.$/],
  ] as const)('tell what became of the last report: %s', async (result, lastReason, said) => {
    await openOwn([{ ...weekly, last: { result, at }, lastReason, by: 'Maria Lund' }])
    expect(await screen.findByText(said)).toBeVisible()
    expect(screen.getByText('Subscribed by Maria Lund')).toBeVisible()
  })

  test('made for others are listed with what became of them, and removed', async () => {
    const app = await openOwn([], {}, { made })
    expect(await screen.findByText('Subscriptions you made for others')).toBeVisible()
    expect(screen.getByText('For Anna Berg')).toBeVisible()
    expect(screen.getByText('Is paused: they may no longer work in the organisation')).toBeVisible()
    expect(screen.getByText('Paused by its reader')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Benchmark, Sweden, Bo Ek' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remove subscription?' }))
    expect(question.getByText('Benchmark, Sweden will no longer come to Bo Ek.')).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('For Bo Ek')).toBeNull())
    expect(app.calls.find(({ route }) => route === 'removeSubscription')?.params).toMatchObject({
      subscriptionId: '21',
    })
  })

  test('are changed by nobody who acts as the reader', async () => {
    await openOwn([weekly], actor)
    expect(await screen.findByText('Only the users themselves can change their subscriptions.')).toBeVisible()
    for (const name of ['Send now', 'Pause', 'Change', 'Remove'])
      expect(screen.getByRole('button', { name: `${name}: Benchmark, Sweden` })).toBeDisabled()
  })

  test('changed by somebody else are not overwritten unasked', async () => {
    await openOwn([{ ...weekly, version: 3 }])
    await screen.findByText('Benchmark, Sweden (PDF)')
    await act('Change')
    const dialog = within(await screen.findByRole('dialog', { name: 'Benchmark, Sweden' }))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'How often' }), 'Every day')
    expect(dialog.queryByRole('combobox', { name: 'Day of the week' })).toBeNull()
    expect(await dialog.findByText('Times in Europe/Stockholm')).toBeVisible()
    expect(dialog.getAllByRole('listitem')).toHaveLength(3)
  })

  test.each(['light', 'dark'] as const)('are accessible in the scheme %s, also on a phone', async (scheme) => {
    useScheme(scheme)
    await openOwn(
      [weekly, { ...weekly, id: 5, active: false, nextAt: null, by: 'Maria Lund' }],
      {},
      { width: 390, made },
    )
    await screen.findAllByText('Benchmark, Sweden (PDF)')
    expect(await accessibilityProblems()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
