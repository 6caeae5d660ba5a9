import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const figures = '**/rest/widgets/**'
const slow = 'This is taking longer than usual.'
const gone = 'The server cannot be reached. The page is loaded as soon as it can be.'

/** Chooses a gender in the filter sidebar. */
async function chooseGender(page: Page, gender: string): Promise<void> {
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('radio', { name: gender, exact: true }).click()
}

/** What the moving edge of an element does. */
const edgeOf = (locator: Locator) =>
  locator.evaluate((element) => getComputedStyle(element, '::before').animationIterationCount)

test('a slow network, none, and a failing page are told once each, and end by themselves', async ({ openAs }) => {
  // A window that has not fetched the screens yet.
  const page = await openAs('root', { cold: true })
  await page.goto('/page/overview/visits/root')
  const updated = page.getByText('Updated', { exact: false })
  const tile = page.getByRole('article', { name: 'CSI' })
  const card = page.locator('section', { has: page.getByRole('article', { name: 'CSI' }) }).last()
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect(tile).toBeVisible()
  await expect(updated).toBeVisible()
  await page
    .getByRole('complementary', { name: 'Filters' })
    .getByRole('button', { name: 'Gender', exact: true })
    .click()

  await test.step('slow: what may change is pending, and after two seconds it is said', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const answer = Promise.withResolvers<void>()
    await page.route(figures, async (route) => {
      await answer.promise
      await route.continue()
    })
    await chooseGender(page, 'Woman')
    await expect(card).toHaveAttribute('data-pending', '')
    expect(await edgeOf(card)).toBe('infinite')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await edgeOf(card)).toBe('1')
    await expect(page.getByText(slow)).toBeVisible({ timeout: 2000 })
    await expect(tryAgain).toHaveCount(1)
    answer.resolve()
    await expect(page.locator('[data-pending]')).toHaveCount(0)
    await expect(page.getByText(slow)).toHaveCount(0)
    await page.unroute(figures)
  })

  await test.step('offline: nothing claims to be new, and the figures come when the network is back', async () => {
    await page.context().setOffline(true)
    await chooseGender(page, 'Man')
    await expect(page.getByText(gone)).toBeVisible({ timeout: 2000 })
    await expect(updated).toHaveCount(0)
    // The figures of the filter before would contradict the filter shown.
    await expect(tile).toHaveCount(0)
    await expect(page.getByText('Not loaded').first()).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Drill path' }).getByRole('listitem')).toHaveText(['All'])
    await expect(page.locator('[data-pending]')).toHaveCount(0)
    await tryAgain.click()
    await expect(page.getByText(gone)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(gone)).toHaveCount(0)
    await expect(page.locator('[data-pending]')).toHaveCount(0)
    await expect(tile).toBeVisible()
    await expect(updated).toBeVisible()
  })

  await test.step('offline: a screen whose code was never loaded comes when the network is back', async () => {
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Ranking', exact: true }).first().click()
    await expect(page.getByText('The server cannot be reached. Check the connection and try again.')).toBeVisible()
    await expect(page.getByText('The server cannot be reached', { exact: false })).toHaveCount(1)
    await expect(updated).toHaveCount(0)
    await page.context().setOffline(false)
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(page.getByText('The server cannot be reached.', { exact: false })).toHaveCount(0)
  })

  await test.step('a page that fails says so once, and what to do', async () => {
    await page.route(figures, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: '' } }))
    await page.goto('/page/overview/visits/channel=phone')
    await expect(page.getByText('This page could not be loaded')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(1)
    await page.unroute(figures)
    await expect(tryAgain).toHaveCount(1)
    await tryAgain.click()
    await expect(tile).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('an unknown answer in a filter is refused in words, with a way on', async () => {
    await page.goto('/page/overview/visits/gender=bogus')
    await expect(page.getByRole('alert')).toHaveCount(1)
    await expect(page.getByRole('alert')).toContainText('"Gender": "bogus" is not one of its answers.')
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect(page).toHaveURL(/\/page\/overview\/visits\/root$/)
    await expect(tile).toBeVisible()
  })
})
