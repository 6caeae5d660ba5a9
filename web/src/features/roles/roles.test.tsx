import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { roleEntities } from '@gensvar/contract/entities/roles'
import { deleteRole, getRole, getRoleMatrix, listRoles, saveRole, viewAsRole } from '@gensvar/contract/roles'
import { surveyFlagFields } from '@gensvar/contract/roles'
import { recordDepartures } from '#web/testing/navigation.ts'
import { identityFixture, signedInServer, startFixture } from '#web/testing/fixtures.ts'
import { accessibilityProblems, endApp, renderApp, useScheme } from '#web/testing/render-app.tsx'
import { refusal, serve } from '#web/testing/serve.ts'
import type { SeenCall, Served } from '#web/testing/serve.ts'
import type { RoleBody, RoleDetails } from './role-body.ts'

let departures: ReturnType<typeof recordDepartures>
beforeEach(() => {
  departures = recordDepartures()
})
afterEach(() => {
  departures.stop()
  endApp()
})

const example = roleEntities.Role.example
const [access] = example.surveyAccessList
if (!access) throw new Error('the example has no survey')

const views = [
  { extName: 'organisation', title: { en: 'Organisation' }, levels: [{ variable: 'store', title: { en: 'Store' } }] },
  { extName: 'products', title: { en: 'Products' }, levels: [] },
]
const orders = {
  ...access,
  ...{ surveyExtName: 'orders', access: false, viewAccessList: [], anchorAccessList: [], viewOrder: [] },
  ...{ startPage: null, questionNotificationList: [] },
}

function roleWith(change: Partial<RoleDetails> = {}): RoleDetails {
  return {
    ...example,
    ...{ id: 2, name: 'store-manager', parentId: 1, version: 4, mayEdit: true, mayView: true, mayBeTop: true },
    surveyAccessList: [
      {
        ...access!,
        viewOrder: [],
        viewAccessList: [
          { view: 'organisation', access: true, defaultDrill: null },
          { view: 'products', access: true, defaultDrill: null },
        ],
        anchorAccessList: [
          { view: 'organisation', level: '', access: true },
          { view: 'organisation', level: 'store', access: true },
        ],
      },
      orders,
    ],
    parents: [
      { id: 1, name: 'region' },
      { id: 3, name: 'country' },
    ],
    surveys: [
      {
        ...{ extName: 'visits', title: { en: 'Store visits' }, anonymous: true, views },
        pages: [{ extName: 'overview', title: { en: 'Overview' } }],
      },
      { extName: 'orders', title: { en: 'Orders' }, anonymous: false, views: [], pages: [] },
    ],
    ...change,
  }
}

const given = { state: 'role', by: null } as const
const withheld = { state: 'withheld', by: 'country' } as const
const none = { state: 'none', by: null } as const
const matrix = {
  flags: [
    { right: 'canaddusers' as const, cell: withheld },
    { right: 'canviewcompletedsamples' as const, cell: given },
  ],
  surveys: [
    {
      ...{ extName: 'visits', title: { en: 'Store visits' }, access: given, views: null, anchors: 2 },
      rights: surveyFlagFields.map((right) => ({
        right,
        cell: right === 'canHandleAlerts' ? withheld : right === 'canViewSamples' ? given : none,
      })),
    },
    {
      ...{ extName: 'orders', title: { en: 'Orders' }, access: none, views: [], anchors: 0 },
      rights: surveyFlagFields.map((right) => ({ right, cell: none })),
    },
  ],
}

const listed = {
  ...{ id: 1, name: 'region', parentId: null, depth: 0, restricted: false, users: 3, children: 1 },
  ...{ mayEdit: true, mayView: true },
}
const roles = [
  listed,
  { ...listed, id: 2, name: 'store-manager', parentId: 1, depth: 1, restricted: true, users: 1200, children: 0 },
  { ...listed, id: 9, name: 'administrator', users: 2, children: 0, mayEdit: false, mayView: false },
]

const saved = (body: unknown): RoleDetails => {
  const { surveyAccessList: _, ...own } = body as RoleBody
  return roleWith({ ...own, id: own.id || 7, version: own.version + 1 })
}

function open(href: string, served: readonly Served[] = [], options: Parameters<typeof renderApp>[2] = {}) {
  const usual = [
    serve(listRoles, { roles, mayCreateTop: true }),
    serve(getRole, ({ params }) => roleWith(params['roleId'] === '0' ? { id: 0, name: '', version: 0 } : {})),
    serve(getRoleMatrix, matrix),
    serve(saveRole, ({ body }) => saved(body)),
    serve(deleteRole, { ok: true }),
    serve(viewAsRole, { profileURL: `${location.origin}/?profile=one-use` }),
  ]
  const identity = identityFixture({ isRoot: true })
  return renderApp(href, [...served, ...usual, ...signedInServer(identity, startFixture())], options)
}

const savedBody = (calls: SeenCall[]) => calls.findLast(({ route }) => route === 'saveRole')?.body as RoleBody
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save role' }))
const toggle = async (name: string) => userEvent.click(await screen.findByRole('switch', { name }))

describe('the list of roles', () => {
  test('shows each with its parent and users, and leads to it or to a new one', async () => {
    const app = await open('/roles/visits')
    expect(await screen.findByRole('heading', { name: 'Roles', level: 1 })).toBeVisible()
    const row = (await screen.findByRole('link', { name: 'store-manager' })).closest('tr')!
    for (const text of ['region', '1,200', 'Own profile only']) expect(within(row).getByText(text)).toBeVisible()
    // One that allows more than the caller's own is named, and closed.
    expect(screen.getByText('administrator')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'administrator' })).toBeNull()
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
    await userEvent.click(screen.getByRole('button', { name: 'Add role' }))
    await waitFor(() => expect(app.address()).toBe('/role/visits/0'))
    expect(await screen.findByRole('heading', { name: 'New role' })).toBeVisible()
    app.back()
    await userEvent.click(await screen.findByRole('link', { name: 'store-manager' }))
    await waitFor(() => expect(app.address()).toBe('/role/visits/2'))
  })

  test('says that there are none, and that somebody may not see them', async () => {
    await open('/roles/visits', [serve(listRoles, { roles: [], mayCreateTop: true })])
    expect(await screen.findByText('There are no roles yet')).toBeVisible()
    endApp()
    await open('/roles/visits', [serve(listRoles, () => refusal('forbidden', 'Only root users'))])
    expect(await screen.findByText('You do not have access to this')).toBeVisible()
  })
})

describe('the details of a role', () => {
  test('are at /role/{survey}/{roleId}, where 0 is a new one (NAV-27)', async () => {
    const app = await open('/role/visits/2')
    expect(await screen.findByRole('heading', { name: 'store-manager' })).toBeVisible()
    expect(app.calls.find(({ route }) => route === 'getRole')?.params).toMatchObject({ survey: 'visits', roleId: '2' })
    app.go('/role/visits/0')
    expect(await screen.findByRole('heading', { name: 'New role' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'cashier')
    await save()
    await waitFor(() => expect(app.address()).toBe('/role/visits/7'))
    expect(savedBody(app.calls)).toMatchObject({ id: 0, name: 'cashier', version: 0 })
  })

  test('show its flags and one section per survey (ROLES-02)', async () => {
    const app = await open('/role/visits/2')
    for (const name of [
      ...['Add users', 'See all data', 'Create and change roles', 'Open completed responses as samples'],
      ...['Its users open only their own profile', 'Access to the survey', 'Open samples', 'Edit in open periods'],
      ...['Edit in closed periods', 'Change the state in open periods', 'Change the state in closed periods'],
      ...['Cancel samples', 'Postpone samples', 'Handle alerts', 'Edit actions', 'Open the status page'],
      ...["Change users' question filters", 'See through anonymity', 'Organisation', 'Products', 'The top', 'Store'],
      ...['Send notices of this survey', 'E-mail', 'Comment'],
    ])
      expect(await screen.findByRole('switch', { name })).toBeInTheDocument()
    expect(screen.getByRole('list', { name: 'Order of the view tabs' })).toBeInTheDocument()
    expect(screen.getByRole('combobox', { name: 'Page after sign-in' })).toHaveValue('overview')
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Survey' }), 'Orders')
    expect(await screen.findByRole('switch', { name: 'Access to the survey' })).not.toBeChecked()
    expect(screen.queryByRole('switch', { name: 'Open samples' })).toBeNull()
    await toggle('Access to the survey')
    await toggle('Open samples')
    await save()
    expect(await screen.findByText('Role saved')).toBeVisible()
    // The rights that nobody touched are not sent.
    expect(savedBody(app.calls).surveyAccessList.map(({ surveyExtName }) => surveyExtName)).toEqual(['orders'])
  })

  test('send what is chosen: flags, parent, views with their paths, order, places, notices inverted', async () => {
    const app = await open('/role/visits/2')
    await toggle('Add users')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Parent role' }), 'country')
    await toggle('Products')
    await userEvent.type(screen.getByRole('textbox', { name: 'Organisation opens at (path)' }), 'country=SE')
    const products = screen.getByRole('button', { name: 'Move Products' })
    products.focus()
    await userEvent.keyboard('{ArrowUp}')
    await toggle('The top')
    await toggle('Comment')
    await toggle('E-mail')
    await toggle('Send notices of this survey')
    await save()
    await waitFor(() => expect(savedBody(app.calls)).toBeDefined())
    const body = savedBody(app.calls)
    expect(body).toMatchObject({ id: 2, version: 4, canaddusers: true, parentId: 3 })
    expect(body.surveyAccessList[0]).toMatchObject({
      viewAccessList: [
        { view: 'organisation', access: true, defaultDrill: 'country=SE' },
        { view: 'products', access: false, defaultDrill: null },
      ],
      viewOrder: ['products', 'organisation'],
      anchorAccessList: [
        { view: 'organisation', level: '', access: false },
        { view: 'organisation', level: 'store', access: true },
      ],
      notifications: 1,
      questionNotificationList: [{ variable: 'comment', enabled: false }],
      notificationChannelList: [{ channel: 'mail', enabled: false }],
    })
  })

  test('tell what seeing through anonymity is, and ask why when it is given', async () => {
    const app = await open('/role/visits/2', [
      serve(saveRole, ({ body }) =>
        (body as RoleBody).surveyAccessList[0]?.anonReason === ''
          ? refusal('validation', 'Say why.', { 'surveyAccessList.0.anonReason': 'say why' })
          : saved(body),
      ),
    ])
    expect(await screen.findByText(/Single answers of an anonymous survey become visible/)).toBeInTheDocument()
    await toggle('See through anonymity')
    await save()
    const reason = await screen.findByRole('textbox', { name: 'Why its users may see them' })
    await waitFor(() => expect(reason).toHaveFocus())
    expect(reason).toHaveAccessibleDescription(expect.stringContaining('Say why'))
    await userEvent.type(reason, 'Works council')
    await save()
    expect(await screen.findByText('Role saved')).toBeVisible()
    expect(savedBody(app.calls).surveyAccessList[0]).toMatchObject({ canViewAnon: true, anonReason: 'Works council' })
  })

  test('say at its field what may not be given, also of a survey that is not shown', async () => {
    await open('/role/visits/2', [
      serve(saveRole, () =>
        refusal('validation', 'Not more than you have.', {
          canaddusers: 'you do not have this right',
          parentId: 'a role cannot be below itself',
          'surveyAccessList.1.canEditActions': 'the other survey',
          'surveyAccessList.0.viewAccessList': 'a view that is not yours',
        }),
      ),
    ])
    await toggle('Add users')
    await save()
    expect(await screen.findByText('You do not have this right')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Parent role' })).toHaveAccessibleDescription(
      expect.stringContaining('A role cannot be below itself'),
    )
    expect(screen.getByText('A view that is not yours')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Survey' })).toHaveAccessibleDescription(
      expect.stringContaining('The other survey'),
    )
  })

  test('offer what somebody else saved in between', async () => {
    let version = 4
    await open('/role/visits/2', [
      serve(getRole, () => roleWith({ version, canaddusers: version > 4 })),
      serve(saveRole, ({ body }) =>
        (body as RoleBody).version === version
          ? saved(body)
          : refusal('conflict', 'bo changed this role.', { version: 'bo changed this role.' }),
      ),
    ])
    await toggle('See all data')
    version = 5
    await save()
    expect(await within(await screen.findByRole('dialog')).findByText(/bo changed this role/)).toBeVisible()
  })

  test("ask 'Delete role?' before it is deleted, and say why it is not (ROLES-03)", async () => {
    let mayDelete = false
    const app = await open('/role/visits/2', [
      serve(deleteRole, () => (mayDelete ? { ok: true } : refusal('conflict', 'This role has 3 users.'))),
    ])
    const ask = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = async () => within(await screen.findByRole('dialog', { name: 'Delete role?' }))
    await ask()
    await userEvent.click((await question()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.calls.map(({ route }) => route)).not.toContain('deleteRole')
    await ask()
    await userEvent.click((await question()).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('This role has 3 users.')).toBeVisible()
    expect(app.address()).toBe('/role/visits/2')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    mayDelete = true
    await ask()
    await userEvent.click((await question()).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(app.address()).toBe('/roles/visits'))
  })

  test('show what the role can do, with what a parent withholds', async () => {
    await open('/role/visits/2')
    const table = within(await screen.findByRole('table', { name: 'What the role may do in a survey' }))
    const cellsOf = (name: string) =>
      within(table.getByRole('rowheader', { name }).closest('tr')!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cellsOf('Access to the survey')).toEqual(['Yes', '–'])
    expect(cellsOf('Handle alerts')).toEqual(['Withheld by country', '–'])
    expect(cellsOf('Views')).toEqual(['All', '–'])
    expect(cellsOf('Levels for actions')).toEqual(['2', '–'])
    // The form says it as well, of the chosen parent.
    const form = screen.getByRole('switch', { name: 'Handle alerts' })
    expect(form).toHaveAccessibleDescription(expect.stringContaining('Withheld by country'))
  })

  test('lead to the screens as a user of the role sees them', async () => {
    await open('/role/visits/2')
    await userEvent.click(await screen.findByRole('button', { name: 'View as this role' }))
    await waitFor(() => expect(departures.urls.map(({ search }) => search)).toEqual(['?profile=one-use']))
  })

  test('can only be looked at where the role is not the caller’s to change', async () => {
    await open('/role/visits/2', [serve(getRole, () => roleWith({ mayEdit: false, mayView: false }))])
    expect(await screen.findByText('You can look at this role but not change it.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeDisabled()
    for (const name of ['Save role', 'Delete', 'View as this role'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

test('a narrow window shows the same without anything wider than it', async () => {
  await open('/role/visits/2', [], { width: 390 })
  expect(await screen.findByRole('switch', { name: 'Handle alerts' })).toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await accessibilityProblems()).toEqual([])
})

test('who looks as a role is told so on every page', async () => {
  const identity = identityFixture({ impersonator: 'anna', viewedRole: 'store-manager' })
  await renderApp('/page/overview/visits/country=SE', signedInServer(identity, startFixture()))
  expect(await screen.findByText('You see the screens as the role store-manager.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Stop viewing' })).toBeVisible()
})
