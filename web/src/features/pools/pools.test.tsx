import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPool, joinPool, leavePool, listPools } from '@gensvar/contract/pools'
import type { BenchmarkPool } from '@gensvar/contract/pools'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const shops: BenchmarkPool = {
  name: 'shops',
  title: 'Nordic shops',
  indicators: [{ name: 'satisfaction', scale: 'index', state: null }],
  joinedAt: null,
  members: null,
  version: 1,
}

function open(isRoot: boolean) {
  let stored = shops
  const list = () => ({ pools: [{ ...stored, members: isRoot ? 4 : null }] })
  return renderApp('/pools/visits', [
    serve(listPools, list),
    serve(joinPool, () => {
      const state = { en: 'Takes part with 75.0, of 40 answers.' }
      stored = {
        ...shops,
        joinedAt: '2026-02-10T12:00:00Z',
        indicators: [{ name: 'satisfaction', scale: 'index', state }],
      }
      return list()
    }),
    serve(leavePool, () => {
      stored = shops
      return list()
    }),
    serve(createPool, ({ body }) => {
      const { name } = body as { name: string }
      return name === 'shops' ? refusal('conflict', 'There is one.', { name: 'in use' }) : list()
    }),
    ...signedInServer(identityFixture({ isRoot, isUserAdmin: true }), startFixture()),
  ])
}

test('an administrator joins after reading what is shared and seen, and leaves', async () => {
  const app = await open(false)
  await userEvent.click(await screen.findByRole('button', { name: 'Join Nordic shops' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Join Nordic shops?' }))
  expect(dialog.getByText(/^What you share: the average of each figure/)).toBeVisible()
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
  await userEvent.click(dialog.getByRole('button', { name: 'Join' }))
  expect(await screen.findByText('Takes part with 75.0, of 40 answers.')).toBeVisible()
  expect(app.calls.find(({ route }) => route === 'joinPool')?.params).toEqual({ pool: 'shops' })
  // Only root makes and removes pools, and knows how many are in them.
  expect(screen.queryByRole('button', { name: 'New pool' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove Nordic shops' })).toBeNull()
  expect(screen.queryByText(/organisations ·/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Leave Nordic shops' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Leave Nordic shops?' }))
  await userEvent.click(asked.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('button', { name: 'Join Nordic shops' })).toBeVisible()
})

test('root makes a pool with its figures, and a wrong field is named', async () => {
  const app = await open(true)
  expect(await screen.findByText(/4 organisations/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'New pool' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New pool' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Banks')
  const name = dialog.getByRole('textbox', { name: /^Name in configurations/ })
  await userEvent.type(name, 'shops')
  const first = within(dialog.getByRole('group', { name: 'Figure 1' }))
  await userEvent.type(first.getByRole('textbox', { name: 'Name' }), 'trust')
  await userEvent.click(dialog.getByRole('button', { name: 'Add figure' }))
  const second = within(dialog.getByRole('group', { name: 'Figure 2' }))
  await userEvent.type(second.getByRole('textbox', { name: 'Name' }), 'advice')
  await userEvent.selectOptions(second.getByRole('combobox', { name: 'Scale' }), '−100 to 100')
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Make pool' }))
  await waitFor(() => expect(name).toBeInvalid())
  await userEvent.clear(name)
  await userEvent.type(name, 'banks')
  await userEvent.click(dialog.getByRole('button', { name: 'Make pool' }))
  expect(await screen.findByText('The pool is made')).toBeVisible()
  expect(app.calls.findLast(({ route }) => route === 'createPool')?.body).toEqual({
    name: 'banks',
    title: 'Banks',
    indicators: [
      { name: 'trust', scale: 'index' },
      { name: 'advice', scale: 'balance' },
    ],
  })
})
