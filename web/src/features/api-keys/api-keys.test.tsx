import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  createApiKey,
  listApiKeys,
  removeApiKey,
  revokeApiKey,
  rotateApiKey,
  saveApiKey,
} from '@gensvar/contract/api-keys'
import type { StoredApiKey } from '@gensvar/contract/api-keys'
import { listRoles } from '@gensvar/contract/roles'
import { listGlobalScripts } from '@gensvar/contract/scripts'
import { listSurveys } from '@gensvar/contract/survey-list'
import { listUniverseUsers } from '@gensvar/contract/users'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const lobby: StoredApiKey = {
  ...{ id: 7, extname: 'lobby', type: 4, path: 'country=SE', survey: 'visits', placeTitle: 'Sweden', user: null },
  ...{ perMinute: 600, lastDay: null, state: 'works', created: '2026-03-01T08:00:00Z', lastUsed: null },
  ...{ oldTokenUntil: null, version: 3 },
}
const gone: StoredApiKey = {
  ...{ ...lobby, id: 8, extname: 'till', type: 3, placeTitle: null, path: 'country=XX', user: 'kim@example.org' },
  ...{ state: 'revoked', lastUsed: '2026-03-02T08:00:00Z' },
}
const token = `gsv4_${'t'.repeat(43)}`

async function open() {
  const app = await renderApp('/surveylist/visits', [
    serve(listApiKeys, {
      keys: [lobby, gone],
      surveys: [
        { extName: 'visits', title: 'Store visits', isPublic: true },
        { extName: 'bank', title: 'Bank', isPublic: false },
      ],
      address: 'https://feedback.example',
    }),
    serve(createApiKey, ({ body }) =>
      (body as { extname: string }).extname === 'taken'
        ? refusal('conflict', 'There is already a key "taken".', { extname: 'in use' })
        : { key: { ...lobby, extname: 'entrance' }, token },
    ),
    serve(rotateApiKey, { key: lobby, token }),
    serve(saveApiKey, lobby),
    serve(revokeApiKey, { ...lobby, state: 'revoked' }),
    serve(removeApiKey, { ok: true }),
    serve(listUniverseUsers, { users: [{ userId: 1, username: 'kim@example.org', name: 'Kim' }], total: 1 }),
    serve(listSurveys, { rows: [], total: 0 }),
    serve(listGlobalScripts, { scripts: [], errorEvents: 0 }),
    serve(listRoles, { roles: [], mayCreateTop: true }),
    ...signedInServer(identityFixture({ isRoot: true, universe: 'retail' }), startFixture()),
  ])
  const bodyOf = (route: string) => app.calls.findLast((call) => call.route === route)?.body
  return { ...app, bodyOf }
}

test('the keys are a table on the page of the administration (APIKEY-01) (UNIV-01d)', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'API keys' })
  const textOf = (name: string) =>
    within(within(table).getByRole('button', { name }).closest('tr')!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(textOf('lobby')).toEqual(['Big screen', 'visits', 'Sweden', 'Works', 'Never', ''])
  expect(textOf('till')).toEqual([
    ...['The API', 'visits', 'country=XX', 'Revoked', expect.any(String), 'kim@example.org'],
  ])
  for (const scheme of ['light', 'dark'] as const) {
    useScheme(scheme)
    expect(await accessibilityProblems()).toEqual([])
  }
})

test('a new key is asked for, its wrong field is named, and its token is shown once with what to do with it', async () => {
  const app = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New key' }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'What it opens' }), 'The API')
  expect(await dialog.findByRole('combobox', { name: 'User' })).toBeVisible()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'What it opens' }), 'Big screen')
  expect(dialog.queryByRole('combobox', { name: 'User' })).toBeNull()
  expect(dialog.getByRole('option', { name: 'Bank' })).toBeDisabled()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await userEvent.type(name, 'taken')
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Make key' }))
  expect((await dialog.findAllByText('There is already a key "taken".'))[0]).toBeVisible()
  expect(name).toBeInvalid()
  await userEvent.clear(name)
  await userEvent.type(name, 'entrance')
  await userEvent.click(dialog.getByRole('button', { name: 'Make key' }))
  const shown = within(await screen.findByRole('dialog', { name: 'The token of entrance' }))
  expect(app.bodyOf('createApiKey')).toEqual({
    ...{ extname: 'entrance', type: 4, survey: 'visits', path: 'root', user: null, perMinute: 600, lastDay: null },
  })
  expect(shown.getByRole('textbox', { name: 'Token' })).toHaveValue(token)
  expect(shown.getByRole('textbox', { name: 'Address for the screen' })).toHaveValue(
    `https://feedback.example/bigscreen/${token}`,
  )
  expect(await accessibilityProblems()).toEqual([])
  await userEvent.click(shown.getByRole('button', { name: 'I have copied it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a key is saved, gets a new token, and is revoked or deleted after a question', async () => {
  const app = await open()
  const edit = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'lobby' }))
    return within(await screen.findByRole('dialog', { name: 'Key lobby' }))
  }
  let dialog = await edit()
  const limit = dialog.getByRole('textbox', { name: 'Requests a minute' })
  await userEvent.clear(limit)
  await userEvent.type(limit, '20')
  await userEvent.click(dialog.getByRole('button', { name: 'Save key' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.bodyOf('saveApiKey')).toEqual({
    ...{ extname: 'lobby', path: 'country=SE', user: null, perMinute: 20, lastDay: null, version: 3 },
  })
  dialog = await edit()
  await userEvent.click(dialog.getByRole('button', { name: 'New token' }))
  const rotate = within(await screen.findByRole('dialog', { name: 'A new token for lobby' }))
  await userEvent.selectOptions(rotate.getByRole('combobox', { name: 'The old token' }), 'ends at once')
  await userEvent.click(rotate.getByRole('button', { name: 'New token' }))
  const shown = within(await screen.findByRole('dialog', { name: 'The token of lobby' }))
  expect(app.bodyOf('rotateApiKey')).toEqual({ graceHours: 0 })
  await userEvent.click(shown.getByRole('button', { name: 'I have copied it' }))
  for (const [act, route] of [
    ['Revoke', 'revokeApiKey'],
    ['Delete', 'removeApiKey'],
  ] as const) {
    dialog = await edit()
    await userEvent.click(dialog.getByRole('button', { name: act }))
    const asked = within(await screen.findByRole('dialog', { name: `${act} lobby?` }))
    expect(app.calls.some((call) => call.route === route)).toBe(false)
    await userEvent.click(asked.getByRole('button', { name: act }))
    await waitFor(() => expect(app.calls.some((call) => call.route === route)).toBe(true))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})
