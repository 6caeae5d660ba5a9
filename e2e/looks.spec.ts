import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

/** What WCAG 2.2 AA asks for, as far as a program can tell. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const

/** Shows the screen wide and narrow, light and dark, and asks each time for violations and for a width that overflows. */
async function expectGoodLooks(page: Page): Promise<void> {
  for (const size of sizes)
    for (const colorScheme of schemes) {
      const look = `${size.width} ${colorScheme}`
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect.soft.poll(() => overflowOf(page), `${look}: too wide by`).toBe(0)
      const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      )
      expect.soft(found, look).toEqual([])
    }
}

/** Pixels by which the page is wider than the window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
}

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
