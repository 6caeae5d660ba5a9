import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { expect, goWithin, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const tray = (page: Page) => page.getByRole('region', { name: 'Reports' })

/** The newest report in the tray. */
const newest = (page: Page) => tray(page).getByRole('listitem').first()

/** Chooses an entry of the ranking page's download menu. */
async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Download', exact: true }).first().click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Opens the newest report's file once it is ready. */
async function downloadNewest(page: Page): Promise<Download> {
  const file = page.waitForEvent('download')
  await newest(page).getByRole('button', { name: 'Download', exact: true }).click()
  const download = await file
  await expect(newest(page)).toContainText('Downloaded')
  return download
}

/** The cells of a table on screen: each row's texts, the Total last. */
async function shownRows(page: Page): Promise<string[][]> {
  const table = page.getByRole('table', { name: 'Ranking' })
  await expect(table.getByRole('rowheader', { name: 'Total' })).toBeVisible()
  return table
    .locator('tbody tr, tfoot tr')
    .evaluateAll((rows) =>
      rows
        .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()))
        .filter((cells) => cells.length > 1),
    )
}

/** What the screen writes for a figure of the file: its number of decimals is the screen's. */
function asShown(figure: unknown, shown: string): string {
  const decimals = /\.(\d+)/.exec(shown)?.[1]?.length ?? 0
  return Number(figure).toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

// Each has a user of its own, because a user's reports are in the tray of all windows.
test.describe('reports of the demo', () => {
  test('a ranking has the cells of the screen, interviews are a csv, and two are told apart', async ({ openAs }) => {
    const page = await openAs('deputy')
    await page.goto('/ranking/visits/country=SE;gender=female?sortBy=nps&sortDesc=false')
    const shown = await shownRows(page)
    expect(shown.length).toBeGreaterThan(3)
    const titles = await page.getByRole('table', { name: 'Ranking' }).getByRole('columnheader').allInnerTexts()
    const answers = titles.findIndex((title) => title.trim().startsWith('Answers'))

    // What an attempt that failed has left.
    for (const remove of (
      await tray(page)
        .getByRole('button', { name: /^Remove/ })
        .all()
    ).toReversed())
      await remove.click()
    await choose(page, 'Ranking list (Excel)')
    await expect(page.getByText('Preparing report').first()).toBeVisible()
    await choose(page, 'Interviews (CSV)')
    await expect(tray(page).getByRole('listitem')).toHaveCount(2)
    await expect(newest(page)).toContainText('CSV')
    await expect(tray(page).getByRole('listitem').nth(1)).toContainText('Excel')
    // The tray also says so itself.
    await expect(tray(page).getByRole('listitem').filter({ hasText: 'Download ready' })).toHaveCount(2)
    await expectGoodLooks(page)

    await test.step('the csv is that of the place and its filters', async () => {
      const download = await downloadNewest(page)
      expect(download.suggestedFilename()).toMatch(/\.csv$/)
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
      expect(lines[0]).toContain('Visited on')
      const counted = Number(shown.at(-1)?.[answers]?.replaceAll(',', ''))
      expect(counted).toBeGreaterThan(0)
      expect(lines.length - 1).toBeGreaterThanOrEqual(counted)
      await newest(page)
        .getByRole('button', { name: /^Remove/ })
        .click()
      await expect(tray(page).getByRole('listitem')).toHaveCount(1)
    })

    await test.step('the file of the ranking is that of the screen', async () => {
      // It waits on other screens, and after a reload.
      await goWithin(page, '/page/overview/visits/root')
      await page.reload()
      await expect(newest(page)).toContainText('Download ready')
      const download = await downloadNewest(page)
      expect(download.suggestedFilename()).toMatch(/Sweden.*\.xlsx$/)
      // The tab of the file has closed, and the page is still there.
      await expect.poll(() => page.context().pages().length).toBe(1)
      const [sheet] = (await readXlsx(await readFile(await download.path()))).sheets
      const [head = [], ...lines] = sheet?.rows ?? []
      // Below the Total stand notes.
      const rows = lines.slice(0, shown.length)
      expect(head.slice(0, 4)).toEqual(['Rank', 'Region', 'CSI', 'Answers'])
      expect(rows.map((row) => row[1]).slice(0, -1)).toEqual(shown.slice(0, -1).map((cells) => cells[1]))
      for (const [at, cells] of shown.entries())
        for (const [column, title] of head.entries()) {
          const text = /-?[\d.,]+/.exec((cells[column] ?? '').replace('\u{2212}', '-'))?.[0]
          if (column < 2 || title === 'Shop' || text === undefined) continue
          expect(asShown(rows[at]?.[column], text), `${cells[1]}, ${String(title)}`).toBe(text)
        }
    })
  })

  test('a benchmark is a PDF', async ({ openAs }) => {
    const page = await openAs('admin')
    await page.goto('/ranking/visits/country=SE')
    await shownRows(page)
    await choose(page, 'Benchmark (PDF)')
    const content = await readFile(await (await downloadNewest(page)).path())
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('the link in a mail leads through the sign-in to the report, which looks right in both schemes, for its owner alone', async ({
    openAs,
    openWindow,
  }) => {
    const owner = await openAs('region')
    await owner.goto('/ranking/visits/country=SE')
    await shownRows(owner)
    const created = owner.waitForResponse((answer) => answer.url().includes('/rest/reports/ranking/'))
    await choose(owner, 'Ranking list (CSV)')
    const { taskUUID } = (await (await created).json()) as { taskUUID: string }
    const address = `/reportdownload/visits/${taskUUID}`
    const visitor = await openWindow()
    await visitor.goto(address)
    await visitor.locator('button[name=demo][value=region]').click()
    await expect(visitor.getByRole('link', { name: 'Download' })).toBeVisible()
    expect(new URL(visitor.url()).pathname).toBe(address)
    await expectGoodLooks(visitor)
    const stranger = await openAs('admin')
    await stranger.goto(address)
    await expect(stranger.getByText('This report is no longer here')).toBeVisible()
    await stranger.getByRole('button', { name: 'To the start page' }).click()
    await expect(stranger.getByRole('article', { name: 'CSI' })).toBeVisible()
  })

  test('somebody is subscribed to a page by an administrator, is told, and ends it', async ({ openAs }) => {
    const admin = await openAs('admin')
    await admin.goto('/page/overview/visits/root')
    await choose(admin, 'Subscribe to a report …')
    const dialog = admin.getByRole('dialog', { name: 'Subscribe to a report' })
    await dialog.getByRole('radio', { name: 'Other people' }).click()
    await dialog.getByRole('combobox', { name: 'People' }).fill('axel')
    await admin.getByRole('option', { name: /^Axel Agent/ }).click()
    await expectGoodLooks(admin)
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await expect(admin.getByText('1 person is subscribed and told so.')).toBeVisible()

    const reader = await openAs('agent')
    await reader.goto('/')
    await reader.getByRole('button', { name: /^Notices/ }).click()
    await reader.getByRole('link', { name: /You get a report by e-mail: Overview/ }).click()
    await expect(reader.getByText('Subscribed by Ada Admin')).toBeVisible()
    await expectGoodLooks(reader)
    await reader.getByRole('button', { name: /^Remove: Overview/ }).click()
    await reader.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(reader.getByText('Subscribed by Ada Admin')).toHaveCount(0)
  })
})
