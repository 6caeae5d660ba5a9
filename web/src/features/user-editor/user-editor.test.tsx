import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { userEntities } from '@gensvar/contract/entities/users'
import {
  changeUsername,
  checkEmailAvailability,
  getKeycloakData,
  getUserEditorData,
  listUserChannels,
  saveUserEditorData,
} from '@gensvar/contract/user-editor'
import { suggestQuestionFilterValues } from '@gensvar/contract/user-filters'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall } from '#web/testing/serve.ts'
import type { EditorData } from './editor-values.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const example: EditorData = userEntities.UserEditorData.example
const [card] = example.universeUsers
if (card === undefined) throw new Error('no card')
const bell = { channel: 'bell' as const, title: { en: 'Bell' }, enabled: true }
const mail = { channel: 'mail' as const, title: { en: 'E-mail' }, enabled: true }
const here = { ...card, universeName: 'retail', notificationChannels: [bell, mail] }
const there = {
  ...card,
  universeName: 'hotels',
  title: { en: 'Hotels' },
  userId: null,
  createuser: false,
  selectedrole: null,
  notificationChannels: [],
}
const roles = [...card.roles, { id: 3, name: 'analyst', seesAllData: true, limitedIn: [] }]
const usual: EditorData = { ...example, universeUsers: [{ ...here, roles }, there] }
const forAdministrator: EditorData = { ...usual, fullAccess: false, universeUsers: [{ ...here, roles }] }

interface Opened {
  data?: EditorData
  isRoot?: boolean
  isUserAdmin?: boolean
  save?: (seen: SeenCall) => Response | null
  rename?: () => Response | null
  available?: () => Response | boolean
  width?: number
}

async function open(given: Opened = {}) {
  const { isRoot = true, isUserAdmin = true, width = 1440 } = given
  const data = given.data ?? (isRoot ? usual : forAdministrator)
  const invitation = { link: 'https://feedback.example.org/password?code=abc', mailed: false, problem: '' }
  const app = await renderApp(
    `/usereditor/visits/${data.id}`,
    [
      serve(getUserEditorData, data),
      serve(saveUserEditorData, (seen) => {
        const isInvited = (seen.body as { invite: boolean }).invite
        return given.save?.(seen) ?? { data, invitation: isInvited ? invitation : null }
      }),
      serve(listUserChannels, { channels: [bell] }),
      serve(getKeycloakData, { ...example.keyCloakData, userId: 'kc-17' }),
      serve(checkEmailAvailability, () => {
        const answer = given.available?.() ?? true
        return typeof answer === 'boolean' ? { available: answer } : answer
      }),
      serve(changeUsername, () => given.rename?.() ?? { username: 'new@example.org' }),
      serve(suggestQuestionFilterValues, { suggestions: [{ value: '16', title: 'Oslo' }], total: 1 }),
      ...signedInServer(identityFixture({ userId: 7, isUserAdmin, isRoot, universe: 'retail' }), startFixture()),
    ],
    { width },
  )
  if (isUserAdmin) await screen.findByRole('button', { name: 'Save user' })
  return app
}

const saved = (app: Awaited<ReturnType<typeof open>>) =>
  app.calls.filter(({ route }) => route === 'saveUserEditorData').map(({ body }) => body as typeof usual)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save user' }))
const group = (name: string) => within(screen.getByRole('group', { name }))

describe('the user editor', () => {
  test('stands at its address for administrators (NAV-21)', async () => {
    const app = await open({ isRoot: false })
    expect(screen.getByRole('heading', { name: 'Edit Bo Ek' })).toBeVisible()
    expect(app.address()).toBe('/usereditor/visits/9')
    expect(app.calls.find(({ route }) => route === 'getUserEditorData')?.params).toEqual({ survey: 'visits', id: '9' })
    endApp()
    await open({ isUserAdmin: false, isRoot: false })
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
  })

  test('has fields for e-mail and names (USERS-07a)', async () => {
    await open()
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('bo@example.org')
    expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Bo')
    expect(screen.getByRole('textbox', { name: 'Last name' })).toHaveValue('Ek')
  })

  test('has a field for indicators (USERS-07b)', async () => {
    const app = await open()
    await userEvent.click(screen.getByRole('switch', { name: /^Indicators/ }))
    await save()
    await waitFor(() => expect(saved(app)[0]?.indicators).toBe(false))
  })

  test('invites, and shows a link that is not mailed once (USERS-07c)', async () => {
    const app = await open()
    await userEvent.click(screen.getByRole('switch', { name: /^Invite/ }))
    await save()
    const link = within(await screen.findByRole('dialog', { name: 'The user is invited' })).getByRole('textbox')
    expect(link).toHaveValue('https://feedback.example.org/password?code=abc')
    expect(saved(app)[0]?.invite).toBe(true)
    expect(app.address()).toBe('/usereditor/visits/9')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(app.address()).toBe('/userlist/visits'))
  })

  test('returns to the user list after saving and on Cancel (USERS-14)', async () => {
    const app = await open()
    await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'sse')
    await save()
    await waitFor(() => expect(app.address()).toBe('/userlist/visits'))
    expect(await screen.findByText('user saved')).toBeVisible()
    expect(saved(app)[0]?.keyCloakData).toEqual({
      email: 'bo@example.org',
      firstName: 'Bosse',
      lastName: 'Ek',
      enabled: true,
    })
    endApp()
    const other = await open()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(other.address()).toBe('/userlist/visits'))
  })

  test('does not lose changes without a question, nor overwrite what somebody else saved', async () => {
    const stale = () => refusal('conflict', 'Somebody else has changed this user.', { version: 'is out of date' })
    let isStale = true
    const app = await open({ save: () => (isStale ? stale() : null) })
    await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'sse')
    await save()
    const conflict = within(await screen.findByRole('dialog', { name: 'Somebody else has saved changes' }))
    isStale = false
    await userEvent.click(conflict.getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(app.address()).toBe('/userlist/visits'))
    expect(saved(app)).toHaveLength(2)
  })

  test.each([1440, 390])('is accessible in both schemes, %i wide', async (width) => {
    await open({ width })
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })
})

describe('what root alone has', () => {
  test('the toggle that enables a user (USERS-08)', async () => {
    await open()
    expect(screen.getByRole('switch', { name: /^Enabled/ })).toBeChecked()
    endApp()
    await open({ isRoot: false })
    expect(screen.queryByRole('switch', { name: /^Enabled/ })).toBeNull()
  })

  test('the change of user name (USERS-09)', async () => {
    await open()
    expect(screen.getByRole('button', { name: 'Change user name' })).toBeVisible()
    endApp()
    await open({ isRoot: false })
    expect(screen.queryByRole('button', { name: 'Change user name' })).toBeNull()
  })

  test("the identity provider's record, fetched with a button (USERS-10) (USERS-49)", async () => {
    const app = await open()
    const asked = () => app.calls.filter(({ route }) => route === 'getKeycloakData')
    expect(screen.getByRole('heading', { name: 'Identity provider' })).toBeVisible()
    expect(asked()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Fetch' }))
    expect(await screen.findByText('kc-17')).toBeVisible()
    expect(asked()).toHaveLength(1)
    endApp()
    await open({ isRoot: false })
    expect(screen.queryByRole('heading', { name: 'Identity provider' })).toBeNull()
  })

  test('the toggle that makes an administrator (USERS-12) (USERS-17)', async () => {
    const app = await open()
    await userEvent.click(screen.getByRole('switch', { name: /^Administrator/ }))
    await save()
    await waitFor(() => expect(saved(app)[0]?.universeUsers[0]?.admin).toBe(true))
    endApp()
    await open({ isRoot: false })
    expect(screen.queryByRole('switch', { name: /^Administrator/ })).toBeNull()
  })
})

describe('universe cards', () => {
  test('there is one for each universe, with its name (USERS-11a)', async () => {
    await open()
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Retail',
      'Hotels',
    ])
    endApp()
    await open({ isRoot: false })
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Retail'])
  })

  test('a toggle associates the user with a universe and dissociates them (USERS-11b)', async () => {
    const app = await open()
    expect(screen.getAllByRole('combobox', { name: 'Role' })).toHaveLength(1)
    await userEvent.click(screen.getByRole('switch', { name: 'Member of Hotels' }))
    expect(screen.getAllByRole('combobox', { name: 'Role' })).toHaveLength(2)
    await userEvent.click(screen.getByRole('switch', { name: 'Member of Retail' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'store-manager')
    await save()
    await waitFor(() => expect(saved(app)).toHaveLength(1))
    expect(saved(app)[0]?.universeUsers).toMatchObject([
      { universeName: 'retail', createuser: false },
      { universeName: 'hotels', createuser: true, selectedrole: 2 },
    ])
  })

  test('role and locale are chosen on the card (USERS-11c)', async () => {
    const app = await open({ isRoot: false })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'analyst')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'English')
    await save()
    await waitFor(() =>
      expect(saved(app)[0]?.universeUsers[0]).toMatchObject({ selectedrole: 3, selectedlocale: 'en' }),
    )
  })

  test('toggles disable, and send notifications, which are stored inverted (USERS-11d)', async () => {
    const app = await open({ isRoot: false })
    expect(screen.getByRole('switch', { name: /^Notifications/ })).toBeChecked()
    await userEvent.click(screen.getByRole('switch', { name: /^Notifications/ }))
    await userEvent.click(screen.getByRole('switch', { name: /^Disabled/ }))
    await save()
    await waitFor(() => expect(saved(app)[0]?.universeUsers[0]).toMatchObject({ disabled: true, notification: 1 }))
  })

  test('notification channels follow the role (USERS-11e)', async () => {
    const app = await open({ isRoot: false })
    const channels = () => group('Notification channels').getAllByRole('checkbox')
    expect(channels()).toHaveLength(2)
    await userEvent.click(group('Notification channels').getByRole('checkbox', { name: 'Bell' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'analyst')
    await waitFor(() => expect(channels()).toHaveLength(1))
    expect(app.calls.find(({ route }) => route === 'listUserChannels')).toMatchObject({
      params: { survey: 'visits', id: '9' },
      query: { roleid: '3' },
    })
    await save()
    await waitFor(() =>
      expect(saved(app)[0]?.universeUsers[0]?.notificationChannels).toEqual([
        { channel: 'bell', enabled: false },
        { channel: 'mail', enabled: true },
      ]),
    )
  })

  test('question filters stand by survey, those of all surveys apart (USERS-11f) (USERS-13)', async () => {
    const app = await open({ isRoot: false })
    const [perSurvey, everywhere] = ['Question filters: Store visits', 'Question filters in all surveys']
    expect(group(perSurvey).getByRole('combobox', { name: /^Store/ })).toBeVisible()
    expect(group(everywhere).getByRole('combobox', { name: /^Store/ })).toBeVisible()
    await userEvent.click(group(everywhere).getByRole('combobox', { name: /^Store/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Oslo' }))
    await userEvent.keyboard('{Escape}')
    await save()
    await waitFor(() => expect(saved(app)).toHaveLength(1))
    expect(saved(app)[0]?.universeUsers[0]).toMatchObject({
      surveys: [{ extname: 'visits', userVariables: [{ value: '12;14', changed: false }] }],
      globalVariables: [{ globalName: 'store', value: '12;14;16', changed: true }],
    })
  })

  test('a role that sees all data has no question filters', async () => {
    await open({ isRoot: false })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'analyst')
    expect(screen.queryByRole('group', { name: /^Question filters/ })).toBeNull()
    expect(screen.getByText(/question filters do not limit it/)).toBeVisible()
  })
})

describe('what is wrong', () => {
  test('e-mail, first and last name are mandatory (USERS-23)', async () => {
    const app = await open()
    for (const name of ['E-mail', 'First name', 'Last name'])
      await userEvent.clear(screen.getByRole('textbox', { name }))
    await save()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus())
    for (const name of ['E-mail', 'First name', 'Last name'])
      expect(screen.getByRole('textbox', { name })).toHaveAttribute('aria-invalid', 'true')
    expect(saved(app)).toEqual([])
  })

  test('missing filters and universes are told together with what else is missing, without asking the server', async () => {
    const [survey] = here.surveys
    const [variable] = survey?.userVariables ?? []
    if (survey === undefined || variable === undefined) throw new Error('no filter')
    const surveys = [{ ...survey, userVariables: [{ ...variable, value: '', required: true }] }]
    const bare = { ...here, roles, surveys, globalVariables: [], selectedrole: null }
    const app = await open({ data: { ...usual, universeUsers: [bare, there] } })
    const filter = () => screen.queryByRole('group', { name: 'Question filters: Store visits' })
    await userEvent.clear(screen.getByRole('textbox', { name: 'E-mail' }))
    await save()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus())
    expect(screen.getByRole('combobox', { name: 'Role' })).toHaveAccessibleDescription('A role is required')
    expect(within(filter()!).getByText('value is required')).toBeVisible()
    await userEvent.click(screen.getByRole('switch', { name: 'Member of Retail' }))
    await save()
    const none = 'At least one universe must be associated with user'
    expect(await group('Organisations').findByText(none)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute('aria-invalid', 'true')
    expect(saved(app)).toEqual([])
    // A role that sees all data needs no filter.
    await userEvent.click(screen.getByRole('switch', { name: 'Member of Retail' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'analyst')
    await userEvent.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@example.org')
    await save()
    await waitFor(() => expect(saved(app)).toHaveLength(1))
  })

  test('who belongs to universes that are not shown needs none of those shown', async () => {
    const app = await open({ data: { ...usual, mayBeNowhere: true } })
    await userEvent.click(screen.getByRole('switch', { name: 'Member of Retail' }))
    await save()
    await waitFor(() => expect(saved(app)).toHaveLength(1))
  })

  test('a missing role is told together with what else is missing', async () => {
    const app = await open()
    await userEvent.clear(screen.getByRole('textbox', { name: 'E-mail' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Member of Hotels' }))
    await save()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveFocus())
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute('aria-invalid', 'true')
    const [first, second] = screen.getAllByRole('combobox', { name: 'Role' })
    expect(first).not.toHaveAttribute('aria-invalid', 'true')
    expect(second).toHaveAccessibleDescription('A role is required')
    // Whoever does not belong there needs no role.
    await userEvent.click(screen.getByRole('switch', { name: 'Member of Hotels' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@example.org')
    await save()
    await waitFor(() => expect(saved(app)).toHaveLength(1))
  })

  test('messages of the server stand at their fields, to the letter (USERS-24) (USERS-26)', async () => {
    const field = 'universeUsers.0.surveys.0.userVariables.0.value'
    await open({
      isRoot: false,
      save: () =>
        refusal('validation', 'x', {
          'universeUsers.0.selectedrole': 'A role is required',
          [field]: 'value is required',
        }),
    })
    await save()
    const role = screen.getByRole('combobox', { name: 'Role' })
    await waitFor(() => expect(role).toHaveFocus())
    expect(role).toHaveAccessibleDescription('A role is required')
    expect(group('Question filters: Store visits').getByText('value is required')).toBeVisible()
  })

  test('at least one universe must be associated (USERS-25)', async () => {
    const message = 'At least one universe must be associated with user'
    const app = await open({ save: () => refusal('validation', message, { universeUsers: message }) })
    await userEvent.click(screen.getByRole('switch', { name: 'Member of Retail' }))
    await save()
    expect(await group('Organisations').findByText(message)).toBeVisible()
    expect(app.address()).toBe('/usereditor/visits/9')
  })
})

describe('the change of user name', () => {
  async function dialog(given: Opened = {}) {
    const app = await open(given)
    await userEvent.click(screen.getByRole('button', { name: 'Change user name' }))
    const inside = within(await screen.findByRole('dialog', { name: 'Change user name' }))
    const name = inside.getByRole('textbox', { name: 'New user name' })
    const submit = inside.getByRole('button', { name: 'Change user name' })
    const asked = () => app.calls.filter(({ route }) => route === 'checkEmailAvailability')
    const sent = () => app.calls.filter(({ route }) => route === 'changeUsername')
    return { app, inside, name, submit, asked, sent }
  }

  test('is mandatory (USERS-28a)', async () => {
    const { submit, name, sent } = await dialog()
    await userEvent.click(submit)
    await waitFor(() => expect(name).toHaveAttribute('aria-invalid', 'true'))
    expect(sent()).toEqual([])
  })

  test('must be shaped like an e-mail address (USERS-28b)', async () => {
    const { submit, name, sent, asked } = await dialog()
    await userEvent.type(name, 'bosse')
    await userEvent.click(submit)
    await waitFor(() => expect(name).toHaveAccessibleDescription(/Enter an e-mail address/))
    expect([sent(), asked()]).toEqual([[], []])
  })

  test('is blocked where it is the same (USERS-29a)', async () => {
    const { submit, name } = await dialog()
    await userEvent.type(name, 'bo@example.org')
    expect(name).toHaveAccessibleDescription(/This is the current user name/)
    expect(submit).toBeDisabled()
  })

  test('is blocked where it is in use (USERS-29b)', async () => {
    const { submit, name, asked } = await dialog({ available: () => false })
    await userEvent.type(name, 'eva@example.org')
    await waitFor(() => expect(submit).toBeDisabled())
    expect(name).toHaveAccessibleDescription(/already in use/)
    expect(asked().at(-1)?.params).toEqual({ survey: 'visits', email: 'eva@example.org' })
  })

  test('is asked about once typing has paused for 500 ms (USERS-30)', async () => {
    const { name, asked } = await dialog()
    await userEvent.click(name)
    const begun = performance.now()
    await userEvent.paste('eva@example.or')
    await userEvent.paste('g')
    expect(asked()).toEqual([])
    await waitFor(() => expect(asked()).toHaveLength(1), { timeout: 3000 })
    expect(performance.now() - begun).toBeGreaterThanOrEqual(500)
    expect(asked()[0]?.params['email']).toBe('eva@example.org')
  })

  test('counts as free where the check fails (USERS-31)', async () => {
    const { submit, name, asked, sent, app } = await dialog({ available: () => refusal('unavailable', 'Down') })
    await userEvent.type(name, 'eva@example.org')
    await waitFor(() => expect(asked().length).toBeGreaterThan(0), { timeout: 3000 })
    expect(submit).toBeEnabled()
    await userEvent.click(submit)
    await waitFor(() => expect(app.address()).toBe('/userlist/visits'))
    expect(sent()[0]?.body).toEqual({ oldUsername: 'bo@example.org', newUsername: 'eva@example.org' })
  })

  test("shows the server's words where it fails, or else a text of its own (USERS-32)", async () => {
    const failures = [
      [() => refusal('unavailable', 'The directory is closed.'), 'The directory is closed.'],
      [() => refusal('internal', ''), 'The user name could not be changed. Try again later.'],
    ] as const
    for (const [rename, words] of failures) {
      const { submit, name, inside } = await dialog({ rename })
      await userEvent.type(name, 'eva@example.org')
      await userEvent.click(submit)
      expect(await inside.findByText(words)).toBeVisible()
      endApp()
    }
  })
})
