import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { userEntities } from '@gensvar/contract/entities/users'
import { importUsers } from '@gensvar/contract/user-sheets'
import { disableUsers, inviteUsers, listUsers } from '@gensvar/contract/users'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { ListedUser } from './listed-user.ts'

afterEach(() => {
  useScheme('light')
  endApp()
})

const user = (id: number, change: Partial<ListedUser> = {}): ListedUser => ({
  ...userEntities.UserRow.example,
  id,
  name: `User ${id}`,
  email: `user${String(id).padStart(3, '0')}@example.org`,
  ...change,
})
const roles = [
  { id: 2, name: 'store-manager' },
  { id: 3, name: 'reader' },
]

function userServer(users: readonly ListedUser[]) {
  return [
    serve(listUsers, ({ query }) => {
      const { status, role, rowFrom, rowTo, filter = '' } = query
      const found = users.filter(
        (one) =>
          (status === 'all' || String(one.status) === status) &&
          (role === undefined || roles.find(({ id }) => String(id) === role)?.name === one.selectedRoleName) &&
          one.email.includes(filter),
      )
      return { rows: found.slice(Number(rowFrom), Number(rowTo)), total: found.length, roles, mayDisable: true }
    }),
    serve(disableUsers, ({ body }) => {
      const { userIds } = body as { userIds: number[] }
      const [first = 0, ...others] = userIds
      return {
        done: others,
        skipped: [{ id: first, name: 'user001@example.org', reason: 'You cannot disable or enable yourself.' }],
      }
    }),
    serve(inviteUsers, ({ body }) => {
      const { userIds } = body as { userIds: number[] }
      return { done: userIds, skipped: [], links: [{ name: 'user001@example.org', link: 'https://x.example/code=1' }] }
    }),
    serve(importUsers, ({ query }) => {
      const isGood = query['filename'] !== 'bad.csv'
      if (query['filename'] === 'slow.csv' && query['write'] === 'true') return new Promise(() => {}) as never
      return {
        ...{ done: query['write'] === 'true' && isGood, created: 2, changed: 1, unchanged: 4 },
        nproblems: isGood ? 0 : 1,
        problems: isGood ? [] : [{ message: 'There is no role "boss".', row: 3, column: 'role', read: 'boss' }],
      }
    }),
  ]
}

function open(users: readonly ListedUser[], options: Parameters<typeof renderApp>[2] = {}, isUserAdmin = true) {
  const identity = identityFixture({ isUserAdmin, ...(options.locale && { locale: options.locale }) })
  return renderApp('/userlist/visits', [...userServer(users), ...signedInServer(identity, startFixture())], options)
}
const rowOf = async (name: string | RegExp) => within((await screen.findByRole('rowheader', { name })).closest('tr')!)
const asked = (app: Awaited<ReturnType<typeof open>>) => app.calls.findLast(({ route }) => route === 'listUsers')?.query

describe('the list of users', () => {
  test('shows the users of the survey at /userlist/{survey} in a table (USERS-01) (NAV-19)', async () => {
    await open([user(1), user(2)])
    expect(await screen.findByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    const table = await screen.findByRole('table', { name: 'Users of the organisation' })
    expect(within(table).getAllByRole('rowheader')).toHaveLength(2)
    // The card ends with its pages, not with the window.
    const card = table.closest('section')!
    const pages = within(card).getByRole('button', { name: 'Next page' })
    expect(card.getBoundingClientRect().bottom - pages.getBoundingClientRect().bottom).toBeLessThan(40)
  })

  test('has 100 rows a page, by e-mail (USERS-02)', async () => {
    const app = await open(Array.from({ length: 130 }, (_, at) => user(at + 1)))
    await rowOf('User 1')
    expect(asked(app)).toMatchObject({ rowFrom: '0', rowTo: '100' })
    // The server's own order, which is by e-mail, is asked for, and shown as such.
    expect(asked(app)).not.toHaveProperty('sortVar')
    expect(screen.getByRole('columnheader', { name: /E-mail/ })).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await rowOf('User 130')
    expect(asked(app)).toMatchObject({ rowFrom: '100', rowTo: '200' })
  })

  test('has the columns name, email, lastLogin, selectedRoleName, userVariables, status and notify (USERS-03)', async () => {
    await open([user(1, { notify: 1, lastLogin: null })], { width: 1600 })
    const row = await rowOf('User 1')
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    for (const [at, name] of ['Name', 'E-mail', 'Last sign-in', 'Role', 'Filters', 'Status', 'Notices'].entries())
      expect(heads[at + 1]).toContain(name)
    for (const text of ['user001@example.org', 'Never', 'store-manager', 'Store: 12;14', 'Active', 'Off'])
      expect(row.getByText(text)).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })

  test('asks for status 0 at first; other states and roles are chosen (USERS-04)', async () => {
    const app = await open([user(1), user(2, { status: 1 }), user(3, { status: 2, selectedRoleName: 'reader' })])
    await rowOf('User 1')
    expect(app.calls.find(({ route }) => route === 'listUsers')?.query['status']).toBe('0')
    expect(screen.queryByRole('rowheader', { name: 'User 2' })).toBeNull()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Disabled')
    await rowOf('User 2')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'All')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'reader')
    await rowOf('User 3')
    expect(asked(app)).toMatchObject({ status: 'all', role: '3' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Disabled')
    expect(await screen.findByText('No users like this')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show all users' }))
    await rowOf('User 1')
  })

  test('says who may do more than the reader, and leads to the form of the others', async () => {
    const app = await open([user(1, { accessAllowed: false }), user(2)], {}, false)
    const locked = await rowOf(/^User 1 ?May see or do more than you/)
    expect(locked.queryByRole('link')).toBeNull()
    await userEvent.click((await rowOf('User 2')).getByText('user002@example.org'))
    await waitFor(() => expect(app.address()).toBe('/userdetails/visits/2'))
  })

  test('says when it may not be seen, and when it could not be loaded', async () => {
    const identity = identityFixture()
    const forbidden = serve(listUsers, () => refusal('forbidden', 'Only administrators may do this.'))
    await renderApp('/userlist/visits', [forbidden, ...signedInServer(identity, startFixture())])
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
    endApp()
    const broken = serve(listUsers, () => refusal('internal'))
    await renderApp('/userlist/visits', [broken, ...signedInServer(identity, startFixture())])
    expect(await screen.findByText('This could not be loaded')).toBeVisible()
  })

  test('has room for its rows on a phone', async () => {
    await open([user(1)], { width: 390, locale: 'fi' })
    await rowOf('User 1')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await accessibilityProblems()).toEqual([])
  })
})

describe('the users selected', () => {
  const select = async (name: string) =>
    userEvent.click((await rowOf(name)).getByRole('checkbox', { name: `Select ${name}` }))

  test('on several pages are disabled once their number is confirmed, and who was skipped is told', async () => {
    const app = await open(Array.from({ length: 120 }, (_, at) => user(at + 1)))
    await select('User 1')
    await select('User 2')
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await select('User 101')
    await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable 3 users?' }))
    expect(app.calls.some(({ route }) => route === 'disableUsers')).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Disable' }))
    const told = within(await screen.findByRole('dialog', { name: '1 user was skipped' }))
    expect(told.getByText('user001@example.org')).toBeVisible()
    expect(told.getByText('You cannot disable or enable yourself.')).toBeVisible()
    expect(await screen.findByText('2 users disabled')).toBeVisible()
    const body = app.calls.find(({ route }) => route === 'disableUsers')?.body
    expect(body).toEqual({ userIds: [1, 2, 101], disabled: true })
    await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull())
  })

  test('are enabled, and invited by links where no mail is sent', async () => {
    const app = await open([user(1), user(2)])
    await select('User 1')
    await userEvent.click(screen.getByRole('button', { name: 'Enable' }))
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Enable 1 user?' })).getByRole('button', { name: 'Enable' }),
    )
    await waitFor(() =>
      expect(app.calls.find(({ route }) => route === 'disableUsers')?.body).toEqual({ userIds: [1], disabled: false }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await select('User 2')
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Invite 1 user?' })).getByRole('button', { name: 'Invite' }),
    )
    expect(await screen.findByText('https://x.example/code=1')).toBeVisible()
  })
})

describe('a file of users', () => {
  async function choose(name: string): Promise<void> {
    await userEvent.click(await screen.findByRole('button', { name: 'Import users' }))
    const dialog = await screen.findByRole('dialog', { name: 'Import users from a file' })
    const input = await waitFor(() => dialog.querySelector<HTMLInputElement>('input[type=file]')!)
    await userEvent.upload(input, new File(['email\n'], name, { type: 'text/csv' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Upload' }))
  }

  test('with problems tells each with its place, and offers no import', async () => {
    const app = await open([user(1)])
    await choose('bad.csv')
    expect(await screen.findByText('2 new, 1 changed, 4 unchanged')).toBeVisible()
    expect(screen.getByText('1 problem: nothing is imported until it is mended')).toBeVisible()
    for (const text of ['3', 'role', 'boss', 'There is no role "boss".'])
      expect(screen.getByRole('cell', { name: text })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
    expect(app.calls.filter(({ route }) => route === 'importUsers').map(({ query }) => query['write'])).toEqual([
      'false',
    ])
    expect(await accessibilityProblems()).toEqual([])
  })

  test('without problems is imported when that is asked for', async () => {
    const app = await open([user(1)])
    await choose('good.csv')
    await userEvent.click(await screen.findByRole('button', { name: 'Import 3 users' }))
    expect(await screen.findByText('2 users added, 1 changed')).toBeVisible()
    const asked = app.calls.filter(({ route }) => route === 'importUsers').map(({ query }) => query['write'])
    expect(asked).toEqual(['false', 'true'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is cancelled while it is imported, and can be imported again', async () => {
    await open([user(1)])
    await choose('slow.csv')
    await userEvent.click(await screen.findByRole('button', { name: 'Import 3 users' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Import users from a file' }))
    expect(await dialog.findByRole('progressbar', { name: '3 users are being imported' })).toBeVisible()
    expect(await accessibilityProblems()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await dialog.findByRole('button', { name: 'Import 3 users' })).toBeEnabled()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
