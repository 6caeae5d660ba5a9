import { chooseUser, expect, signIn, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

// Each screen on the way is also looked at: in both schemes, wide and narrow, nothing violates WCAG 2.2 AA or overflows.

test('without a session a protected screen leads to the sign-in (AUTH-01) (AUTH-13)', async ({ openWindow }) => {
  const page = await openWindow()
  await page.goto('/page/overview/visits/root')
  await expect(page).toHaveURL(/\/realms\/[^/]+\//)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectGoodLooks(page)
})

test('somebody known to the sign-in alone is told to wait and can log out (LOGIN-02a) (LOGIN-02b)', async ({
  openWindow,
}) => {
  const page = await openWindow()
  await signIn(page, 'unknown')
  await expect(
    page.getByText(
      'Your administrator needs to setup and verify your user profile. You will be notified when your account is activated.',
      { exact: true },
    ),
  ).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a user of another host is told to log in as somebody else (LOGIN-09a) (LOGIN-09b)', async ({ openWindow }) => {
  const page = await openWindow()
  await signIn(page, 'elsewhere')
  await expect(page.getByText('Login with a different user', { exact: true })).toBeVisible()
  await expect(page.getByText('This user is not configured for this server.', { exact: true })).toBeVisible()
  await expectGoodLooks(page)
})

test('a user of two universes picks one, and can change it (LOGIN-19)', async ({ openWindow }) => {
  const page = await openWindow()
  await signIn(page, 'two')
  const list = page.getByRole('region', { name: 'Choose an organisation' })
  await expect(list.getByRole('button')).toHaveText([/Nordbank\s*bank/, /Nordic Retail\s*retail/])
  await expectGoodLooks(page)
  await list.getByRole('button', { name: /Nordbank/ }).click()
  await expect(page).toHaveURL(/\/page\/overview\/customers\//)
  await page.getByRole('button', { name: 'Change organisation' }).click()
  await list.getByRole('button', { name: /Nordic Retail/ }).click()
  await expect(page).toHaveURL(/\/page\/overview\/visits\/country=NO$/)
  await expect(page.getByRole('banner')).toContainText('Nordic Retail')
})

test('a user of one universe is offered no other', async ({ openAs }) => {
  const page = await openAs('admin')
  await page.goto('/page/overview/visits/root')
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change organisation' })).toHaveCount(0)
})

test('the overview of several universes lets the user choose one by its tiles (LOGIN-04)', async ({ openWindow }) => {
  const page = await openWindow()
  await signIn(page, 'overview')
  const bank = page.getByRole('region', { name: 'Nordbank' })
  await expect(page.getByRole('region', { name: 'Nordic Retail' }).getByRole('article').first()).toContainText(
    /\d answers/,
  )
  await expectGoodLooks(page)
  await bank.getByRole('button', { name: /LOGIN/ }).first().click()
  await expect(page).toHaveURL(/\/page\/overview\/customers\//)
  await expect(page.getByRole('banner')).toContainText('Nordbank')
})

test('a deputy acts as somebody else and stops again (LOGIN-05) (LOGIN-06)', async ({ openWindow }) => {
  const page = await openWindow()
  await signIn(page, 'deputy')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Act as another user' }).click()
  const go = page.getByRole('button', { name: 'Impersonate' })
  await expect(go).toBeDisabled()
  await expectGoodLooks(page)
  await page.getByRole('combobox', { name: 'Organisation' }).click()
  await page.getByRole('option', { name: 'Nordic Retail' }).click()
  await expect(go).toBeDisabled()
  await page.getByRole('combobox', { name: 'User' }).click()
  await page.getByRole('option', { name: /\(store\)/ }).click()
  await go.click()
  await expect(page.getByText('You are acting as store', { exact: false })).toBeVisible()
  await expect(page).toHaveURL(/store=malmo-triangeln$/)
  await page.getByRole('button', { name: 'Stop acting' }).click()
  await expect(page).toHaveURL(/\/page\/overview\/visits\/root$/)
  await expect(page.getByText('You are acting as', { exact: false })).toHaveCount(0)
})

test('the language of the menu is the one of the words and figures the server writes, also after coming back', async ({
  openWindow,
}) => {
  const page = await openWindow()
  await signIn(page, 'admin')
  const tile = page.getByRole('article', { name: 'CSI' })
  await expect(tile).toContainText(/\d\.\d/)
  await page.getByRole('link', { name: 'Ranking', exact: true }).click()
  const total = page.getByRole('table', { name: 'Ranking' }).getByRole('row', { name: /Sweden/ })
  await expect(total).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitemradio', { name: 'Suomi' }).click()
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Kaikki', exact: true })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(/\d,\d/)
  await page.goBack()
  await expect(tile).toContainText(/\d,\d/)
  // Dates have points in Finnish too.
  await expect(tile).not.toContainText(/(?<![\d.])\d+\.\d(?![\d.])/)
})

test('going back to the sign-in page leads on, and one who thought of acting as another goes on as themselves', async ({
  openWindow,
}) => {
  const page = await openWindow()
  await signIn(page, 'deputy')
  await expect(page).toHaveURL(/\/page\/overview\/visits\/root$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/page\/overview\/visits\/root$/)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Act as another user' }).click()
  await expect(page.getByRole('combobox', { name: 'Organisation' })).toHaveValue('Nordic Retail')
  await page.getByRole('button', { name: 'Back to the start page' }).click()
  await expect(page).toHaveURL(/\/page\/overview\/visits\/root$/)
})

test('logging out ends the session here and at the identity provider (AUTH-12a) (AUTH-12b)', async ({ openWindow }) => {
  const page = await openWindow()
  await signIn(page, 'admin')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeAttached()
  const cookies = async () => (await page.context().cookies()).filter(({ path }) => path === '/rest/authentication')
  expect(await cookies()).not.toHaveLength(0)
  await page.getByRole('button', { name: 'Log out' }).click()
  // A user the provider still knew would be signed in without this page.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await cookies()).toHaveLength(0)
  await page.goto('/ranking/visits/root')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await chooseUser(page, 'store')
  await expect(page.getByRole('row', { name: /Norway/ })).toContainText('You do not have access to this unit')
})
