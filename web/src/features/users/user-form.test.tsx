import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { userEntities } from '@gensvar/contract/entities/users'
import { getClientConfig } from '@gensvar/contract/identity'
import { getUserDetails, listUsers, saveUserDetails } from '@gensvar/contract/users'
import { configFixture, identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

type Details = z.output<typeof getUserDetails.response>
type Saved = z.output<typeof saveUserDetails.response>
type Sent = {
  userDTO: Record<string, unknown>
  userQuestionFilterMap: Record<string, { value: string; changed: boolean }[]>
}

const example = userEntities.UserDetails.example
const global = { ...userEntities.UserQuestionFilter.example, variable: 'country', globalName: 'country', value: '' }
const known: Details = {
  ...example,
  restricted: false,
  canEditPassword: true,
  roleNames: ['store-manager', 'reader'],
  roleIDs: [2, 3],
  userQuestionFilterMap: { ...example.userQuestionFilterMap, global: [{ ...global, title: { en: 'Country' } }] },
}
const fresh: Details = {
  ...known,
  userDTO: { ...known.userDTO, id: 0, name: '', email: '', selectedRoleId: null },
  version: 0,
  status: 2,
  lastLogin: null,
}

interface Options {
  details?: Details
  isRoot?: boolean
  mode?: 'embedded' | 'keycloak'
  answer?: (sent: Sent) => Partial<Saved> | Response
  locale?: 'en' | 'fi'
  width?: number
}

function open({ details = known, isRoot = false, mode = 'embedded', answer, locale = 'en', width }: Options = {}) {
  const served = [
    serve(getUserDetails, details),
    serve(saveUserDetails, ({ body }) => {
      const given = answer?.(body as Sent) ?? {}
      return given instanceof Response ? given : { ...details, error: null, invitation: null, ...given }
    }),
    serve(listUsers, { rows: [], total: 0, roles: [], mayDisable: true }),
    serve(getClientConfig, {
      ...configFixture(),
      identityProvider: { mode, url: 'https://id.example.org', realm: 'r', clientId: 'c' },
    }),
    ...signedInServer(identityFixture({ isRoot, isUserAdmin: true, userId: 4, locale }), startFixture()),
  ]
  return renderApp(`/userdetails/visits/${details.userDTO.id}`, served, { locale, ...(width && { width }) })
}
const sentBy = (app: Awaited<ReturnType<typeof open>>) =>
  app.calls.findLast(({ route }) => route === 'saveUserDetails')?.body as Sent | undefined
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save user' }))
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const choose = async (name: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

describe('the form of a user', () => {
  test('has every field of the user, and shows the last sign-in (USERS-54)', async () => {
    await open({ isRoot: true })
    expect(await screen.findByRole('heading', { name: 'Bo Ek' })).toBeVisible()
    expect(box('Name')).toHaveValue('Bo Ek')
    expect(box('E-mail')).toHaveValue('bo@example.org')
    expect(screen.getByRole('combobox', { name: 'Role' })).toHaveValue('store-manager')
    expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('Svenska')
    for (const name of ['Password', 'Repeat password']) expect(screen.getByLabelText(name)).toHaveValue('')
    for (const name of [
      ...['Show indicators', /^Send an invitation by e-mail/, 'Send notices', 'Notices: E-mail', 'Disabled'],
      /^Act-as access/,
    ])
      expect(screen.getByRole('switch', { name })).toBeInTheDocument()
    expect(screen.getByText(/Last sign-in: .*2026/)).toBeVisible()
    const filters = within(screen.getByRole('region', { name: 'Question filters' }))
    expect(filters.getByRole('group', { name: 'In every survey' })).toBeVisible()
    expect(filters.getByRole('combobox', { name: 'Store' })).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('has the survey and the user in its address, and is empty for id 0, which is a new user (NAV-20)', async () => {
    const asked = (app: Awaited<ReturnType<typeof open>>) =>
      app.calls.filter(({ route }) => route === 'getUserDetails').map(({ params }) => params)
    const { id } = known.userDTO
    const stored = await open()
    expect(await screen.findByRole('heading', { name: 'Bo Ek' })).toBeVisible()
    expect(stored.address()).toBe(`/userdetails/visits/${id}`)
    expect(asked(stored)).toEqual([{ survey: 'visits', userId: String(id) }])
    endApp()
    const app = await open({ details: fresh })
    expect(await screen.findByRole('heading', { name: 'New user' })).toBeVisible()
    expect(app.address()).toBe('/userdetails/visits/0')
    expect(asked(app)).toEqual([{ survey: 'visits', userId: '0' }])
    for (const name of ['Name', 'E-mail']) expect(box(name)).toHaveValue('')
  })

  test('needs a name (USERS-18)', async () => {
    const app = await open({ details: fresh })
    await screen.findByRole('heading', { name: 'New user' })
    await choose('Role', 'reader')
    await save()
    expect(await screen.findByText('Name is required')).toBeVisible()
    expect(box('Name')).toBeInvalid()
    expect(sentBy(app)).toBeUndefined()
  })

  test('needs a role (USERS-19)', async () => {
    const app = await open({ details: fresh })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Eva Berg')
    await save()
    expect(await screen.findByText('Role is required')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Role' })).toBeInvalid()
    expect(sentBy(app)).toBeUndefined()
  })

  test("needs the same password twice: 'Passwords must match' (USERS-20)", async () => {
    const app = await open()
    await userEvent.type(await screen.findByLabelText('Password'), 'correct horse')
    await userEvent.type(screen.getByLabelText('Repeat password'), 'correct house')
    await save()
    expect(await screen.findByText('Passwords must match')).toBeVisible()
    expect(sentBy(app)).toBeUndefined()
    await userEvent.clear(screen.getByLabelText('Repeat password'))
    await userEvent.type(screen.getByLabelText('Repeat password'), 'correct horse')
    await save()
    await waitFor(() => expect(sentBy(app)?.userDTO['password']).toBe('correct horse'))
  })

  test('takes name and e-mail of a new user only (USERS-21)', async () => {
    await open()
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeDisabled()
    expect(box('E-mail')).toBeDisabled()
    endApp()
    await open({ details: fresh })
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeEnabled()
    expect(box('E-mail')).toBeEnabled()
  })

  test('has passwords only where they can be edited and no identity provider keeps them (USERS-22)', async () => {
    await open()
    expect(await screen.findByLabelText('Password')).toBeVisible()
    endApp()
    await open({ mode: 'keycloak' })
    await screen.findByRole('textbox', { name: 'Name' })
    expect(document.querySelector('input[type=password]')).toBeNull()
    endApp()
    await open({ details: { ...known, canEditPassword: false } })
    await screen.findByRole('textbox', { name: 'Name' })
    expect(document.querySelector('input[type=password]')).toBeNull()
  })

  test('has act-as access for root only (USERS-15)', async () => {
    await open()
    await screen.findByRole('textbox', { name: 'Name' })
    expect(screen.queryByRole('switch', { name: /^Act-as access/ })).toBeNull()
    endApp()
    await open({ isRoot: true })
    expect(await screen.findByRole('switch', { name: /^Act-as access/ })).toBeInTheDocument()
  })

  test('sends notices where its flag is 0 (USERS-35a)', async () => {
    const app = await open()
    const notices = await screen.findByRole('switch', { name: 'Send notices' })
    expect(notices).toBeChecked()
    await userEvent.click(notices)
    await save()
    await waitFor(() => expect(sentBy(app)?.userDTO['notifyFlags']).toBe(1))
    endApp()
    await open({ details: { ...known, userDTO: { ...known.userDTO, notifyFlags: 1 } } })
    expect(await screen.findByRole('switch', { name: 'Send notices' })).not.toBeChecked()
  })

  test('sends changed filters as such, and leads back to the list', async () => {
    const app = await open()
    const store = await screen.findByRole('combobox', { name: 'Store' })
    store.focus()
    await userEvent.keyboard('{Backspace}')
    await save()
    expect(await screen.findByText('user saved')).toBeVisible()
    await waitFor(() => expect(app.address()).toBe('/userlist/visits'))
    const { visits, global: everywhere } = sentBy(app)!.userQuestionFilterMap
    expect(visits).toMatchObject([{ variable: 'store', value: '12', changed: true }])
    expect(everywhere).toMatchObject([{ variable: 'country', value: '', changed: false }])
  })

  test('demands a value of a filter that is required', async () => {
    const item = { ...known.userQuestionFilterMap['visits']![0]!, value: '', required: true }
    const app = await open({ details: { ...known, userQuestionFilterMap: { global: [], visits: [item] } } })
    await screen.findByRole('textbox', { name: 'Name' })
    await save()
    expect(await screen.findByText('value is required')).toBeVisible()
    expect(sentBy(app)).toBeUndefined()
  })
})

describe('an answer with an errorMessage', () => {
  const message = 'The organisation would be left without an administrator.'
  const refused = {
    userDTO: { ...known.userDTO, locale: 'da' as const, errorMessage: message },
    error: message,
  }

  test('replaces what was entered (USERS-33a)', async () => {
    const app = await open({ answer: () => refused })
    await screen.findByRole('textbox', { name: 'Name' })
    await choose('Role', 'reader')
    await save()
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('Dansk'))
    expect(screen.getByRole('combobox', { name: 'Role' })).toHaveValue('store-manager')
    expect(app.address()).toBe('/userdetails/visits/9')
  })

  test('shows it in a banner (USERS-33b)', async () => {
    await open({ answer: () => ({ ...refused, error: null }) })
    await screen.findByRole('textbox', { name: 'Name' })
    await save()
    const banner = (await screen.findAllByRole('alert')).find((one) => one.textContent?.includes(message))
    expect(banner).toBeVisible()
    expect(screen.getByRole('main')).toContainElement(banner!)
  })

  test('shows a notification for its error flag (USERS-34a)', async () => {
    await open({ answer: () => ({ error: message }) })
    await screen.findByRole('textbox', { name: 'Name' })
    await save()
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.queryByText('user saved')).toBeNull()
  })
})

test('a name in use is told at the field', async () => {
  const words = 'There is already a user "kim@example.org".'
  await open({ details: fresh, answer: () => refusal('conflict', words, { 'userDTO.email': 'in use' }) })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kim')
  await userEvent.type(box('E-mail'), 'kim@example.org')
  await choose('Role', 'reader')
  await save()
  expect((await screen.findAllByText(words))[0]).toBeVisible()
  expect(box('E-mail')).toBeInvalid()
})

test('an invitation that was not mailed is handed over as a link', async () => {
  const link = 'https://survey.example.org/login/password?code=x'
  const app = await open({ answer: () => ({ invitation: { link, mailed: false } }) })
  await screen.findByRole('textbox', { name: 'Name' })
  await save()
  const dialog = within(await screen.findByRole('dialog', { name: 'The user is invited' }))
  expect(dialog.getByRole('textbox', { name: 'Link to choose a password' })).toHaveValue(link)
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0]!)
  await waitFor(() => expect(app.address()).toBe('/userlist/visits'))
})

test('a user of whom somebody else saved a newer version asks whose changes stay', async () => {
  const words = 'Somebody else has saved this user since you opened it.'
  await open({ answer: () => refusal('conflict', words, { version: words }) })
  await screen.findByRole('textbox', { name: 'Name' })
  await choose('Role', 'reader')
  await save()
  expect(await screen.findByRole('dialog', { name: 'Somebody else has saved changes' })).toBeVisible()
})

test('the details of others are closed to those who may not manage them', async () => {
  const served = [
    serve(getUserDetails, () => refusal('forbidden', 'You can open your own details only.')),
    ...signedInServer(identityFixture({ userId: 4 }), startFixture()),
  ]
  await renderApp('/userdetails/visits/9', served)
  expect(await screen.findByText('You do not have access to this')).toBeVisible()
})

test('the form has room on a phone, also in Finnish', async () => {
  await open({ locale: 'fi', width: 390 })
  await screen.findByRole('heading', { name: 'Bo Ek' })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await accessibilityProblems()).toEqual([])
})
