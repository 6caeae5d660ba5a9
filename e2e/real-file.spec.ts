import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { root } from '../scripts/find-node.mjs'
import { expect, signIn, test } from './fixtures.ts'

const run = promisify(execFile)

/** A file of real answers that may lie beside the project; without it there is nothing to test here. */
const folder = join(root, '..', 'shared', 'data')
const workbook = join(folder, 'lounge-reviews.xlsx')

type Line = Record<string, string>

/** Runs a command against the running server; answers what it printed. */
async function gensvar(...args: string[]): Promise<string> {
  const env = { ...process.env, GENSVAR_DATA: process.env['E2E_DATA'] }
  const { stdout } = await run(process.execPath, [join('server', 'src', 'cli', 'main.ts'), ...args], {
    cwd: root,
    env,
    maxBuffer: 1e8,
  })
  return stdout
}

/** Lines of a comma separated file by the names in its head. */
function readLines(text: string): Line[] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"' && quoted && text[at + 1] === '"') cell += text[(at += 1)]
    else if (sign === '"') quoted = !quoted
    else if (quoted || (sign !== ',' && sign !== '\n' && sign !== '\r')) cell += sign
    else if (sign !== '\r') {
      row.push(cell)
      cell = ''
      if (sign === '\n') rows.push(row)
      if (sign === '\n') row = []
    }
  }
  if (row.length > 0) rows.push([...row, cell])
  const [head = [], ...lines] = rows.filter((one) => one.length > 1)
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, (cells[index] ?? '').trim()])))
}

/** Mean of a column over the lines whose value lies on the scale, as the import's warnings say; null where none does. */
function meanOf(lines: readonly Line[], column: string, from = 1, to = 5): number | null {
  const values = lines
    .flatMap((line) => (line[column] === '' ? [] : [Number(line[column])]))
    .filter((one) => one >= from && one <= to)
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length
}

/** Opens the survey as root, who goes on to the imported universe. */
async function openReviews(page: Page): Promise<void> {
  await signIn(page, 'root', '/?universe=lounges&survey=reviews')
  await expect(page).toHaveURL(/\/page\/overview\/reviews\/root/)
}

test.describe('a real file', () => {
  test.beforeAll(async ({}, testInfo) => {
    testInfo.skip(!existsSync(workbook), 'The file of reviews does not lie beside the project.')
    testInfo.setTimeout(120_000)
    const columns = ['--hierarchy', 'airline,airport,lounge_name', '--date', 'review_date', '--key', 'response_id']
    const told = await gensvar('import', workbook, '--universe', 'lounges', '--survey', 'reviews', ...columns)
    expect(told).toMatch(/2264 rows: (2264 added|0 added, 0 updated, 2264 unchanged)/)
  })

  test('is asked from the shell with the figures of the csv', async () => {
    const lines = readLines(readFileSync(join(folder, 'lounge-reviews.csv'), 'utf8'))
    expect(lines).toHaveLength(2264)
    const asked = 'count(),mean(overall_rating),mean(staff_service),share(recommended,1)'
    const printed = await gensvar(
      'query',
      '--survey',
      'reviews',
      '--path',
      'root',
      '--by',
      'airline',
      '--indicators',
      asked,
      '--format',
      'json',
    )
    const rows = JSON.parse(printed) as Record<string, string | number | null>[]
    const expected = Map.groupBy(lines, (line) => line['airline'] ?? '')
    expect(rows.map((row) => row['airline']).toSorted()).toEqual([...expected.keys()].toSorted())
    for (const row of rows) {
      const own = expected.get(String(row['airline'])) ?? []
      const share = meanOf(own, 'recommended', 0, 1)
      expect(row['count()'], `${row['airline']}`).toBe(own.length)
      expectNear(row['mean(overall_rating)'], meanOf(own, 'overall_rating'))
      expectNear(row['mean(staff_service)'], meanOf(own, 'staff_service'))
      expectNear(row['share(recommended,1)'], share === null ? null : share * 100)
    }
  })

  test('has children that sum to their parent on every level, the blank ones included', async () => {
    test.setTimeout(120_000)
    const lines = readLines(readFileSync(join(folder, 'lounge-reviews.csv'), 'utf8'))
    const count = async (path: string, by: string) => {
      const printed = await gensvar(
        'query',
        '--survey',
        'reviews',
        '--path',
        path,
        '--by',
        by,
        '--indicators',
        'count()',
        '--format',
        'json',
      )
      return JSON.parse(printed) as Record<string, string | number>[]
    }
    const airlines = await count('root', 'airline')
    expect(sumOf(airlines)).toBe(lines.length)
    const blank = lines.filter((line) => line['airport'] === '')
    expect(blank).toHaveLength(94)
    const airline = blank[0]?.['airline'] ?? ''
    const own = lines.filter((line) => line['airline'] === airline)
    const airports = await count(`airline=${airline}`, 'airport')
    expect(sumOf(airports)).toBe(own.length)
    expect(airports.find((row) => row['airport'] === '-')?.['count()']).toBe(
      own.filter((line) => line['airport'] === '').length,
    )
    const lounges = await count(`airline=${airline};airport=-`, 'lounge_name')
    expect(sumOf(lounges)).toBe(own.filter((line) => line['airport'] === '').length)
  })

  test('is read from tiles down to a single review', async ({ openWindow }) => {
    const page = await openWindow()
    await openReviews(page)
    const lines = readLines(readFileSync(join(folder, 'lounge-reviews.csv'), 'utf8'))
    await expect(page.getByRole('article').first()).toContainText(/\d answers/)
    await expect(page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'Months' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(page.locator('main').getByRole('table').first()).toBeVisible()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').nth(1).click()
    await expect(page).toHaveURL(/\/ranking\/reviews\/root/)
    const table = page.getByRole('main').getByRole('table').first()
    const total = table.getByRole('row', { name: /^Total/ })
    await expect(total).toContainText(lines.length.toLocaleString('en-GB'))
    const [line] = lines.filter((one) => one['airport'] === '' && /^[a-z-]+$/.test(one['airline'] ?? ''))
    await page.goto(`/ranking/reviews/airline=${line?.['airline']}`)
    await table.getByRole('link', { name: 'Not stated' }).click()
    await expect(page).toHaveURL(/airport=-$/)
    await table.getByRole('rowheader').getByRole('link').first().click()
    await expect(page).toHaveURL(/lounge_name=/)
    await page.locator('a[href^="/interview/reviews/"]').first().click()
    await expect(page).toHaveURL(/\/interview\/reviews\/\d+$/)
    const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
    const comments = lines
      .filter((one) => one['airline'] === line?.['airline'] && one['airport'] === '')
      .map((one) => words(one['comment'] ?? ''))
    expect(comments).toContain(words(await page.locator('blockquote').last().innerText()))
  })
})

function sumOf(rows: readonly Record<string, string | number>[]): number {
  return rows.reduce((sum, row) => sum + Number(row['count()']), 0)
}

function expectNear(value: string | number | null | undefined, wanted: number | null): void {
  if (wanted === null) expect(value).toBeNull()
  else expect(Number(value)).toBeCloseTo(wanted, 6)
}
