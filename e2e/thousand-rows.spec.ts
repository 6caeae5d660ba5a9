import type { Page } from '@playwright/test'
import { firstLoad, firstLoadBar, sumOf } from './first-load.ts'
import { expect, signIn, test } from './fixtures.ts'
import { answerOf } from './paint-times.ts'
import { importThousandUnits, thousand } from './thousand-units.ts'

// In one worker, so that the survey is imported once.
test.describe.configure({ mode: 'default' })

let imported: Promise<void> | null = null

/** Imports the survey if it does not exist yet, and signs root in to it. */
async function openThousand(page: Page): Promise<Page> {
  await (imported ??= importThousandUnits(process.env['E2E_DATA'] ?? ''))
  await signIn(page, 'root', `/?universe=${thousand.universe}&survey=${thousand.survey}`)
  await expect(page.getByRole('button', { name: 'Home', exact: true })).toBeVisible()
  return page
}

test('a ranking is there after few bytes, and dialogs, lists and charts are fetched when they are opened', async ({
  openAs,
}) => {
  // The window used for signing in has cached files; a new one has only the session.
  await openAs('root')
  const page = await openAs('root', { cold: true })
  const files = await firstLoad(page, '/ranking/visits/root')
  const list = files.map(({ name, gzip }) => `${gzip} ${name}`).join('\n')
  expect(files.length, 'scripts and style sheets were seen').toBeGreaterThan(5)
  expect(sumOf(files), list).toBeLessThanOrEqual(firstLoadBar)
})

test('a ranking of 1,000 rows draws those in sight, tells readers of all, and follows each key', async ({
  openWindow,
}) => {
  const page = await openThousand(await openWindow())
  const answer = await answerOf(page, `/ranking/${thousand.survey}/root`)
  expect(answer.rankingData.rows).toHaveLength(thousand.units)
  const table = page.locator('table[aria-rowcount]')
  await expect(table).toHaveAttribute('aria-rowcount', String(thousand.units + 2))
  expect(await page.locator('tbody tr[data-index]').count()).toBeLessThan(100)
  await page.getByRole('textbox', { name: 'Filter the table' }).fill('gamma')
  await expect(page.getByRole('status').filter({ hasText: '250' })).toBeVisible()
})

test('a ranking of 1,000 rows is printed whole', async ({ openWindow }) => {
  const page = await openThousand(await openWindow())
  await page.goto(`/ranking/${thousand.survey}/root`)
  const rows = page.locator('tbody tr[data-index]')
  await rows.first().waitFor()
  expect(await rows.count()).toBeLessThan(100)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await rows.count()).toBe(thousand.units)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(() => rows.count()).toBeLessThan(100)
})
