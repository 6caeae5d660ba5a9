import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { systemMessage as schema } from '@gensvar/contract/entities/shell'
import { getClientConfig, validateCookie } from '@gensvar/contract/identity'
import { configFixture, identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import { systemMessageStore } from './system-message-store.ts'

afterEach(endApp)

const message = schema.parse({
  text: 'Maintenance on Sunday',
  texts: { sv: 'Underhåll på söndag' },
  link: null,
  icon: null,
})

const bar = () => document.querySelector<HTMLElement>('[data-system-message]')

async function open(change: Partial<typeof message> | null, locale: 'en' | 'sv' | 'fi' = 'en') {
  const systemMessage = change === null ? null : { ...message, ...change }
  await renderApp(
    '/page/overview/visits/root',
    signedInServer(identityFixture({ locale }), startFixture(), { systemMessage }),
    { locale },
  )
  await screen.findByText(locale === 'sv' ? 'Rankning' : 'Ranking')
}

test('the bar stands at the very top for signed-in users when there is a message (SHELL-06)', async () => {
  await open({})
  expect(bar()).toHaveTextContent('Maintenance on Sunday')
  expect(bar()?.getBoundingClientRect().top).toBe(0)
})

test('there is no bar without a message (SHELL-06)', async () => {
  await open(null)
  expect(bar()).toBeNull()
})

test('there is no bar before sign-in (SHELL-06)', async () => {
  await renderApp('/upgrade', [
    serve(getClientConfig, configFixture()),
    serve(validateCookie, () => refusal('unauthenticated')),
  ])
  await screen.findByRole('heading', { name: 'An upgrade is in progress' })
  expect(bar()).toBeNull()
})

test('the bar is red with black text unless the message says otherwise (SHELL-07)', async () => {
  await open({})
  const style = getComputedStyle(bar() ?? document.body)
  expect([style.backgroundColor, style.color]).toEqual(['rgb(255, 0, 0)', 'rgb(0, 0, 0)'])
})

test('the message can bring its own colours (SHELL-07)', async () => {
  await open({ backgroundColor: '#003366', textColor: 'white' })
  const style = getComputedStyle(bar() ?? document.body)
  expect([style.backgroundColor, style.color]).toEqual(['rgb(0, 51, 102)', 'rgb(255, 255, 255)'])
})

test("the bar shows the text of the user's language, else the plain one (SHELL-08)", async () => {
  await open({}, 'sv')
  expect(bar()).toHaveTextContent('Underhåll på söndag')
  endApp()
  await open({}, 'fi')
  await waitFor(() => expect(bar()).toHaveTextContent('Maintenance on Sunday'))
})

test('the bar shows the icon when the message has one, and none otherwise (SHELL-09a)', async () => {
  await open({ icon: 'tools' })
  expect(bar()?.querySelectorAll('svg')).toHaveLength(1)
  endApp()
  await open({ icon: null })
  expect(bar()?.querySelectorAll('svg')).toHaveLength(0)
})

test('the bar links when the message has a link (SHELL-09b)', async () => {
  await open({ link: 'https://example.org/status' })
  expect(bar()?.querySelector('a')).toHaveAttribute('href', 'https://example.org/status')
})

test('the bar has no link when the message has none, or one that would run a script (SHELL-09b)', async () => {
  await open({ link: null })
  expect(bar()?.querySelector('a')).toBeNull()
  endApp()
  await open({ link: 'javascript:alert(1)' })
  expect(bar()?.querySelector('a')).toBeNull()
})

test('a message with a severity has its colours and a sign, and is gone for whoever closes it', async () => {
  localStorage.removeItem('gensvar-dismissed-message')
  await open({ severity: 'critical' })
  const style = getComputedStyle(bar() ?? document.body)
  expect([style.backgroundColor, style.color]).toEqual(['rgb(190, 0, 0)', 'rgb(255, 255, 255)'])
  expect(bar()?.querySelector('svg')).not.toBeNull()
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(within(bar() ?? document.body).getByRole('button', { name: 'Close' }))
  expect(bar()).toBeNull()
  // What the server tells an open window stands in the place of what its last status said.
  const told = { ...message, text: 'Open again', severity: 'info' as const }
  systemMessageStore.set({ told })
  await waitFor(() => expect(bar()).toHaveTextContent('Open again'))
  systemMessageStore.set({ told: null })
  await waitFor(() => expect(bar()).toBeNull())
  systemMessageStore.set({ told: undefined })
})
