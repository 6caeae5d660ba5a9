import { expect, signIn, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test.describe('in both schemes, wide and narrow, nothing violates WCAG 2.2 AA or overflows', () => {
  test.beforeEach(({}, testInfo) => testInfo.setTimeout(90_000))

  test('on the sign-in page', async ({ openWindow }) => {
    const page = await openWindow()
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expectGoodLooks(page)
  })

  for (const [user, sign] of [
    ['unknown', 'Your administrator needs to setup'],
    ['elsewhere', 'Login with a different user'],
    ['two', 'Choose an organisation'],
    ['overview', 'Time span'],
  ] as const)
    test(`on the login screen of the user ${user}`, async ({ openWindow }) => {
      const page = await openWindow()
      await signIn(page, user)
      await expect(page.getByText(sign, { exact: false }).first()).toBeVisible()
      await expectGoodLooks(page)
    })

  test('on the login screen for acting as somebody', async ({ openWindow }) => {
    const page = await openWindow()
    await signIn(page, 'deputy')
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    await page.goto('/?change=actas')
    await expect(page.getByRole('button', { name: 'Impersonate' })).toBeVisible()
    await expectGoodLooks(page)
  })

  test('on the overview', async ({ openAs }) => {
    const page = await openAs('root')
    await page.goto('/page/overview/visits/root')
    await expect(page.getByRole('img', { name: /^Development: CSI/ })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Business drivers' })).toBeVisible()
    await expectGoodLooks(page)
  })

  test('on a ranking of units', async ({ openAs }) => {
    const page = await openAs('region')
    await page.goto('/ranking/visits/country=SE;gender=female')
    await expect(
      page.getByRole('table', { name: 'Ranking' }).getByRole('row', { name: /Northern Sweden/ }),
    ).toBeVisible()
    await expectGoodLooks(page)
  })

  test('on a ranking of single interviews and on an interview', async ({ openAs }) => {
    const page = await openAs('root')
    await page.goto('/ranking/visits/country=SE;region=se-south;store=malmo-triangeln;agent=a196')
    const first = page.locator('a[href^="/interview/"]').first()
    await expect(first).toBeVisible()
    await expectGoodLooks(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await first.click()
    await expect(page.getByRole('table', { name: 'Key questions' })).toBeVisible()
    await expectGoodLooks(page)
  })

  test('on a screen that tells of a failure', async ({ openAs }) => {
    const page = await openAs('root')
    await page.goto('/ranking/visits/country=XX')
    await expect(page.getByRole('main').getByText('There is no "XX" in this survey.')).toBeVisible()
    await expectGoodLooks(page)
  })
})
