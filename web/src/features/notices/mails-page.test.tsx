import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { mailStates, noticeEntities } from '@gensvar/contract/entities/notices'
import { listMails } from '@gensvar/contract/notices'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import type { Mail } from './mail.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

function mail(id: number, change: Partial<Mail> = {}): Mail {
  return {
    id,
    to: `user${id}@example.org`,
    subject: `Subject ${id}`,
    text: `First line of ${id}\nSecond line`,
    state: 'SENT',
    reason: '',
    createdAt: '2026-03-02T08:15:00Z',
    sentAt: '2026-03-02T08:16:00Z',
    ...change,
  }
}

function open(mails: readonly Mail[], { sendsMail = true, isRoot = true, width = 1440, at = '/mails/visits' } = {}) {
  const counts = Object.fromEntries(
    mailStates.map((state) => [state, mails.filter((one) => one.state === state).length]),
  ) as Record<Mail['state'], number>
  const served = [
    serve(listMails, ({ query }) => {
      const found = mails.filter(({ state }) => [undefined, state as string].includes(query['state']))
      const shown = found.slice(Number(query['rowFrom']), Number(query['rowTo']))
      return { mails: shown, total: found.length, counts, sendsMail }
    }),
    ...signedInServer(identityFixture({ isRoot }), startFixture()),
  ]
  return renderApp(at, served, { width })
}

describe('the page of mails', () => {
  test('is reached by root from the menu, and refused to others', async () => {
    const app = await open([], { at: '/ranking/visits/root' })
    await userEvent.click(await screen.findByRole('button', { name: 'Outgoing e-mail' }))
    expect(await screen.findByRole('heading', { name: 'Outgoing e-mail', level: 1 })).toBeVisible()
    expect(app.address()).toBe('/mails/visits')
    expect(await screen.findByText('No e-mails')).toBeVisible()
    endApp()
    await open([], { isRoot: false })
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Outgoing e-mail' })).toBeNull()
  })

  test('lists who got what, what became of it and why, by pages and states', async () => {
    const sent = Array.from({ length: 60 }, (_, at) => mail(at + 1))
    const app = await open([mail(99, { state: 'FAILED', sentAt: null, reason: 'The address was refused.' }), ...sent])
    const row = (await screen.findByRole('row', { name: /Subject 99/ })) as HTMLElement
    for (const said of ['user99@example.org', 'Failed', 'The address was refused.'])
      expect(within(row).getByText(said)).toBeVisible()
    expect(app.calls.findLast(({ route }) => route === 'listMails')?.query).toMatchObject({ rowFrom: '0', rowTo: '50' })
    const state = screen.getByRole('combobox', { name: 'State' })
    expect([...state.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
      ...['All states', 'Waiting (0)', 'Being sent (0)', 'Sent (60)', 'Failed (1)', 'Unknown (0)'],
    ])
    await userEvent.selectOptions(state, 'Failed (1)')
    await waitFor(() =>
      expect(app.calls.findLast(({ route }) => route === 'listMails')?.query).toMatchObject({ state: 'FAILED' }),
    )
    await waitFor(() => expect(screen.queryByText('Subject 1')).toBeNull())
    await userEvent.selectOptions(state, 'Being sent (0)')
    expect(await screen.findByText('No e-mails in this state')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show all e-mails' }))
    expect(await screen.findByText('Subject 1')).toBeVisible()
  })

  test('opens a mail as it was written', async () => {
    await open([mail(3)])
    await userEvent.click(await screen.findByRole('button', { name: 'Subject 3' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Subject 3' }))
    expect(dialog.getByText(/First line of 3\s+Second line/)).toBeVisible()
    expect(dialog.getByText('user3@example.org')).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
  })

  test('explains what is unknown, and says that a server sends none', async () => {
    await open([mail(3, { state: 'UNKNOWN', sentAt: null })], { sendsMail: false })
    expect(await screen.findByText(/^Unknown: the server stopped while it sent the e-mail/)).toBeVisible()
    expect(screen.getByText(/^This server sends no e-mail/)).toBeVisible()
    endApp()
    await open([mail(3)])
    await screen.findByText('Subject 3')
    expect(screen.queryByText(/^Unknown:/)).toBeNull()
    expect(screen.queryByText(/^This server sends no e-mail/)).toBeNull()
  })

  test.each([1440, 390])('is accessible in both schemes, %i wide', async (width) => {
    await open([mail(3), mail(4, noticeEntities.SentMail.example as Partial<Mail>)], { width })
    await screen.findByText('Subject 3')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })
})
