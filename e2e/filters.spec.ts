import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Number of answers the first tile of the overview counts. */
async function answersOf(page: Page): Promise<number> {
  const text = await page
    .getByRole('article', { name: 'CSI' })
    .getByText(/answers?$/)
    .innerText()
  return Number(text.replaceAll(/\D/g, ''))
}

test('filters go into the address, count, and are taken away by their chips', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto('/page/overview/visits/root')
  const sidebar = page.getByRole('complementary', { name: 'Filters' })
  const chips = page.getByRole('group', { name: 'Active filters' })
  await expect(page.getByRole('article', { name: 'CSI' })).toBeVisible()
  const all = await answersOf(page)
  await sidebar.getByRole('button', { name: 'Gender', exact: true }).click()
  await sidebar.getByRole('radio', { name: 'Woman' }).click()
  await expect(page).toHaveURL(/\/visits\/gender=female$/)
  await expect(chips).toContainText('Gender: Woman')
  await expect.poll(() => answersOf(page)).toBeLessThan(all)
  const women = await answersOf(page)
  // The chosen period replaces the page's own period of three months.
  const period = page.getByRole('navigation', { name: 'Drill path' }).getByRole('button', { name: /^Period: / })
  await expect(period).toHaveText('Period: Last 3 whole months (the page’s own)')
  await sidebar.getByRole('tab', { name: 'Time' }).click()
  await sidebar.getByRole('button', { name: 'Last month', exact: true }).click()
  await expect(page).toHaveURL(/\/visits\/gender=female;date=last_1m$/)
  await expect(period).toHaveText('Period: Last month')
  await expect.poll(() => answersOf(page)).toBeLessThan(women)
  await page.reload()
  await expect(chips).toContainText('Gender: Woman')
  await page.getByRole('button', { name: 'Remove Period' }).click()
  await expect(page).toHaveURL(/\/visits\/gender=female$/)
  await expect.poll(() => answersOf(page)).toBe(women)
  await chips.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/visits\/root$/)
  await expect.poll(() => answersOf(page)).toBe(all)
})

test('the overview and the ranking show one figure over one period, the page’s own and a chosen one', async ({
  openAs,
}) => {
  const page = await openAs('root')
  await page.goto('/page/overview/visits/root')
  const period = page.getByRole('navigation', { name: 'Drill path' }).getByRole('button', { name: /^Period: / })
  for (const words of ['Last 3 whole months (the page’s own)', 'Last year']) {
    if (words === 'Last year') {
      await period.click()
      await page
        .getByRole('dialog', { name: /^Period: / })
        .getByRole('button', { name: words, exact: true })
        .click()
      await expect(page).toHaveURL(/\/overview\/visits\/date=last_1y$/)
    }
    await expect(period).toHaveText(`Period: ${words}`)
    // Without the figures of the period before.
    await page.reload()
    const tile = page.getByRole('article', { name: 'CSI' })
    await expect(tile).toContainText(/\d+\.\d/)
    const csi = /\d+\.\d/.exec(await tile.innerText())?.[0] ?? 'no figure'
    await page.getByRole('link', { name: 'Ranking', exact: true }).click()
    await expect(page).toHaveURL(/\/ranking\/visits\//)
    await expect(period).toHaveText(`Period: ${words}`)
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText(csi)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
  }
})

test('filters stay while one drills, and go with the address', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto('/ranking/visits/channel=phone')
  await page.getByRole('table', { name: 'Ranking' }).getByRole('link', { name: 'Norway' }).click()
  await expect(page).toHaveURL(/\/ranking\/visits\/country=NO;channel=phone$/)
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page).toHaveURL(/\/page\/overview\/visits\/country=NO;channel=phone$/)
  await expect(page.getByRole('group', { name: 'Active filters' })).toContainText('By phone')
})

test('a set of filters is saved by name, applied and deleted', async ({ openAs }) => {
  const page = await openAs('admin')
  await page.goto('/page/overview/visits/gender=male;channel=phone')
  const name = 'Men on the phone'
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Save these filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save filters' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Save filters' }).click()
  await expect(page.getByText(`The filters are saved as ${name}.`)).toBeVisible()
  await page.goto('/page/overview/visits/country=SE')
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page).toHaveURL(/\/visits\/country=SE;gender=male;channel=phone$/)
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await expect(page.getByText('No saved filters yet.', { exact: false })).toBeVisible()
})
