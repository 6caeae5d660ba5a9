import type { Page } from '@playwright/test'
import { firstLoad, firstLoadBar, sumOf } from './first-load.ts'
import { expect, signIn, test } from './fixtures.ts'
import { answerOf, keysToPaint, paintOfPlainTable, paintOfRows, watchPaint } from './paint-times.ts'
import { importThousandUnits, thousand } from './thousand-units.ts'

/** So many times as long as a bare table of the same texts a ranking may take: drawing every row takes far longer. */
const timesThePlainTable = 2

const runs = 5

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity

/** Imports the survey where it is not there yet, and signs root in to it. */
async function openThousand(page: Page): Promise<Page> {
  await importThousandUnits(process.env['E2E_DATA'] ?? '')
  await signIn(page, 'root', `/?universe=${thousand.universe}&survey=${thousand.survey}`)
  await expect(page.getByRole('button', { name: 'Home', exact: true })).toBeVisible()
  return page
}

test('a ranking is there after few bytes, and dialogs, lists and charts are fetched when they are opened', async ({
  openAs,
}) => {
  // The window signed in with has the files already; the next one has nothing but the session.
  await openAs('root')
  const page = await openAs('root')
  const files = await firstLoad(page, '/ranking/visits/root')
  const list = files.map(({ name, gzip }) => `${gzip} ${name}`).join('\n')
  expect(files.length, 'scripts and style sheets were seen').toBeGreaterThan(5)
  expect(sumOf(files), list).toBeLessThanOrEqual(firstLoadBar)
})

test('a ranking of 1,000 rows is painted as quickly as a bare table, and follows each key', async ({ openWindow }) => {
  const page = await openThousand(await openWindow())
  await watchPaint(page)
  const address = `/ranking/${thousand.survey}/root`
  const answer = await answerOf(page, address)
  expect(answer.rankingData.rows).toHaveLength(thousand.units)
  const rows: number[] = []
  const plain: number[] = []
  for (let run = 0; run < runs; run++) {
    rows.push(await paintOfRows(page, address))
    plain.push(await paintOfPlainTable(page, answer))
  }
  const table = page.locator('table[aria-rowcount]')
  await expect(table, 'readers are told of all rows').toHaveAttribute('aria-rowcount', String(thousand.units + 2))
  const reference = median(plain)
  expect(median(rows), `bare table ${reference} ms`).toBeLessThan(timesThePlainTable * reference)
  await page.getByRole('textbox', { name: 'Filter the table' }).click()
  const keys = await keysToPaint(page, 'gamma')
  expect(median(keys), `bare table ${reference} ms`).toBeLessThan(reference)
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
