import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

// The screens of signing in are looked at in `sign-in.spec.ts`, on the way.
test.describe('in both schemes, wide and narrow, nothing violates WCAG 2.2 AA or overflows', () => {
  test.beforeEach(({}, testInfo) => testInfo.setTimeout(90_000))

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
