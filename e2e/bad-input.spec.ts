import { chooseUser, expect, test } from './fixtures.ts'

const cases = [
  {
    what: 'a unit that does not exist',
    address: '/ranking/visits/country=XX',
    words: /There is no "XX" in this survey/,
  },
  {
    what: 'a filter that does not exist',
    address: '/ranking/visits/foo=bar',
    words: /"foo": There is no such variable/,
  },
  {
    what: 'a path that cannot be read',
    address: '/ranking/visits/country',
    words: /"country" is not of the form name=value/,
  },
  { what: 'an unknown survey', address: '/ranking/nope/root', words: /There is no survey named “nope”/ },
  { what: 'an unknown page', address: '/page/nope/visits/root', words: /There is no page “nope”/ },
  { what: 'an unknown interview', address: '/interview/visits/99999999', words: /There is no such interview/ },
]

for (const { what, address, words } of cases)
  test(`${what} is told in words of its own`, async ({ openAs }) => {
    const page = await openAs('root')
    await page.goto(address)
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible()
    // The notice offers a way to continue.
    await expect(page.getByRole('button', { name: 'Home', exact: true })).toBeVisible()
  })

test('a path no screen has leads to the start (NAV-02)', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto('/no/such/screen')
  await expect(page).toHaveURL(/\/page\/overview\/visits\/root$/)
})

test('a stale token leads to the sign-in, and from there back to the same place', async ({ openWindow }) => {
  const page = await openWindow()
  await page.goto('/ranking/visits/root')
  await chooseUser(page, 'admin')
  const table = page.getByRole('table', { name: 'Ranking' })
  await expect(table.getByRole('link', { name: 'Norway' })).toBeVisible()
  // The session ends in another window, while this one still has its token.
  const status = await page.evaluate(
    async () => (await fetch('/rest/authentication/logout', { method: 'POST' })).status,
  )
  expect(status).toBe(200)
  await page.context().clearCookies()
  await table.getByRole('link', { name: 'Norway' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await chooseUser(page, 'admin')
  await expect(page).toHaveURL(/\/ranking\/visits\/country=NO$/)
  await expect(table.getByRole('row').nth(1)).toBeVisible()
})
