import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'
import { reviewFile } from './review-file.ts'
import type { Line } from './review-file.ts'

/** Figures from the command line, such as `count()`, by the units below a place. */
async function query(path: string, by: string, indicators: string): Promise<Record<string, string | number | null>[]> {
  const asked = ['--survey', 'reviews', '--path', path, '--by', by, '--indicators', indicators, '--format', 'json']
  return JSON.parse(await gensvar('query', ...asked)) as Record<string, string | number | null>[]
}

/** Mean of a column's answers; null if there are none. */
function meanOf(lines: readonly Line[], column: string): number | null {
  const values = lines.flatMap((line) => (line[column] === '' ? [] : [Number(line[column])]))
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length
}

/** Opens the survey as root, in the imported universe. */
async function openReviews(page: Page): Promise<void> {
  await signIn(page, 'root', '/?universe=lounges&survey=reviews')
  await expect(page).toHaveURL(/\/page\/overview\/reviews\/root/)
}

test.describe('a file of reviews', () => {
  // In one worker, so that the file is imported once.
  test.describe.configure({ mode: 'default' })

  let lines: Line[] = []

  test.beforeAll(async ({}, testInfo) => {
    testInfo.setTimeout(120_000)
    const file = await reviewFile(testInfo.outputDir)
    lines = file.lines
    const columns = ['--hierarchy', 'airline,airport,lounge_name', '--date', 'review_date', '--key', 'response_id']
    const told = await gensvar('import', file.workbook, '--universe', 'lounges', '--survey', 'reviews', ...columns)
    const all = `${lines.length} rows:`
    expect(told).toMatch(new RegExp(`${all} (${lines.length} added|0 added, 0 updated, ${lines.length} unchanged)`))
  })

  test('is asked from the shell with its own figures', async () => {
    const asked = 'count(),mean(overall_rating),mean(staff_service),share(recommended,1)'
    const rows = await query('root', 'airline', asked)
    const expected = Map.groupBy(lines, (line) => line['airline'] ?? '')
    expect(rows.map((row) => row['airline']).toSorted()).toEqual([...expected.keys()].toSorted())
    for (const row of rows) {
      const own = expected.get(String(row['airline'])) ?? []
      const share = meanOf(own, 'recommended')
      expect(row['count()'], `${row['airline']}`).toBe(own.length)
      expectNear(row['mean(overall_rating)'], meanOf(own, 'overall_rating'))
      expectNear(row['mean(staff_service)'], meanOf(own, 'staff_service'))
      expectNear(row['share(recommended,1)'], share === null ? null : share * 100)
    }
  })

  test('has children that sum to their parent on every level, the blank ones included', async () => {
    test.setTimeout(120_000)
    expect(sumOf(await query('root', 'airline', 'count()'))).toBe(lines.length)
    const airline = lines.find((line) => line['airport'] === '')?.['airline'] ?? ''
    const own = lines.filter((line) => line['airline'] === airline)
    const blank = own.filter((line) => line['airport'] === '').length
    const airports = await query(`airline=${airline}`, 'airport', 'count()')
    expect(sumOf(airports)).toBe(own.length)
    expect(airports.find((row) => row['airport'] === '-')?.['count()']).toBe(blank)
    expect(sumOf(await query(`airline=${airline};airport=-`, 'lounge_name', 'count()'))).toBe(blank)
  })

  test('is read from tiles down to a single review, with good looks all the way', async ({ openWindow }) => {
    test.setTimeout(180_000)
    const page = await openWindow()
    await openReviews(page)
    await expect(page.getByRole('article').first()).toContainText(/\d answers/)
    await expect(page.getByRole('group', { name: 'Period' }).getByRole('button', { pressed: true })).toHaveText(
      /^(Months|Years)$/,
    )
    await expect(page.locator('main').getByRole('table').first()).toBeVisible()
    await expectGoodLooks(page)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').nth(1).click()
    await expect(page).toHaveURL(/\/ranking\/reviews\/root/)
    const table = page.getByRole('main').getByRole('table').first()
    const total = table.getByRole('row', { name: /^Total/ })
    await expect(total).toContainText(lines.length.toLocaleString('en-GB'))
    await expectGoodLooks(page)
    const airline = lines.find((one) => one['airport'] === '' && /^[a-z-]+$/.test(one['airline'] ?? ''))?.['airline']
    await page.goto(`/ranking/reviews/airline=${airline}`)
    await table.getByRole('link', { name: 'Not stated' }).click()
    await expect(page).toHaveURL(/airport=-$/)
    // The rows of the place before stay until those of this one are there.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await table.getByRole('rowheader').getByRole('link').first().click()
    await expect(page).toHaveURL(/lounge_name=/)
    await expect(page.locator('a[href^="/interview/reviews/"]').first()).toBeVisible()
    await expectGoodLooks(page)
    await page.locator('a[href^="/interview/reviews/"]').first().click()
    await expect(page).toHaveURL(/\/interview\/reviews\/\d+$/)
    const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
    const comments = lines
      .filter((one) => one['airline'] === airline && one['airport'] === '')
      .map((one) => words(one['comment'] ?? ''))
    expect(comments).toContain(words(await page.locator('blockquote').last().innerText()))
    await expectGoodLooks(page)
  })

  test('has a page of what people wrote: percentages that add up to 100, and open the comments they count', async ({
    openWindow,
  }) => {
    test.setTimeout(240_000)
    const page = await openWindow()
    await openReviews(page)
    const written = lines.filter((line) => line['comment']?.trim()).length
    await page.goto('/page/feedback/reviews/date=all_time')
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Feedback overview' }) })
    const positive = card.getByRole('link', { name: /Positive/ }).first()
    // The comments are judged in the background.
    await positive.waitFor({ timeout: 120_000 })
    await expect(card.getByText(/still being analysed/)).toHaveCount(0, { timeout: 120_000 })
    await page.reload()
    const told = await Promise.all(
      ['Positive', 'Negative', 'Neutral'].map(async (name) => {
        const words = await card
          .getByRole('link', { name: new RegExp(name) })
          .first()
          .innerText()
        const [percent = '', count = ''] = words.match(/[\d.,]+/g) ?? []
        return { percent: Number(percent), count: Number(count.replaceAll(/\D/g, '')) }
      }),
    )
    expect(told.reduce((sum, { percent }) => sum + Math.round(percent * 100), 0)).toBe(10_000)
    const all = told.reduce((sum, { count }) => sum + count, 0)
    expect(all).toBeGreaterThan(0.99 * written)
    expect(all).toBeLessThanOrEqual(written)
    for (const { percent, count } of told) expect(percent).toBeCloseTo((100 * count) / all, 1)
    await expectGoodLooks(page)
    const count = told[0]?.count ?? 0
    await positive.click()
    await expect(page).toHaveURL(/\.sentiment=positive/)
    const found = page.locator('section', { has: page.getByRole('table', { name: 'Search in comments' }) }).last()
    await expect(found.getByRole('status').first()).toHaveText(new RegExp(`^${count.toLocaleString('en')}\\s`))
  })
})

function sumOf(rows: readonly Record<string, string | number | null>[]): number {
  return rows.reduce((sum, row) => sum + Number(row['count()']), 0)
}

function expectNear(value: string | number | null | undefined, wanted: number | null): void {
  if (wanted === null) expect(value).toBeNull()
  else expect(Number(value)).toBeCloseTo(wanted, 6)
}
