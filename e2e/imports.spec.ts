import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'
import { addRoot, enterPassword, workbook } from './own-data.ts'
import type { Cell } from './own-data.ts'
import { startProduct } from './product.ts'

/** Clicks, and how many there were. */
function counter() {
  let count = 0
  return {
    click: async (target: Locator) => {
      await target.click()
      count += 1
    },
    count: () => count,
  }
}

test('on an empty installation a spreadsheet is a dashboard in at most ten clicks, and undo leaves nothing', async ({
  openWindow,
}, testInfo) => {
  test.slow()
  const answers = Array.from({ length: 60 }, (_, index): Cell[] => [
    ['North', 'South'][index % 2] ?? '',
    `Store ${1 + (index % 6)}`,
    new Date(Date.UTC(2026, index % 6, 1 + (index % 28))).toISOString().slice(0, 10),
    1 + (index % 5),
    index % 3 === 0 ? 'The staff were helpful and quick' : null,
  ])
  const head = ['Region', 'Store', 'Visit date', 'Overall satisfaction', 'Comment']
  const file = await workbook(testInfo, 'visits to stores.xlsx', [head, ...answers])
  const product = await startProduct(undefined, { hasDemo: false })
  try {
    const page = await openWindow({ baseURL: product.url })
    await addRoot(page, product.dataFolder)
    await page.goto('/')
    await enterPassword(page, 'owner')
    const { click, count } = counter()
    await click(page.getByRole('button', { name: 'Sign in' }))
    await click(page.getByRole('button', { name: 'Use your own data' }))
    const chooser = page.waitForEvent('filechooser')
    await click(page.getByRole('button', { name: 'Choose a file' }))
    await (await chooser).setFiles(file)
    await click(page.getByRole('button', { name: 'Upload', exact: true }))
    const levels = page.getByRole('list', { name: 'Levels' })
    await expect(levels.getByRole('listitem')).toHaveText([/^Region/, /^Store/])
    await expect(page.getByRole('list', { name: 'Figures' }).getByText('3.00')).toBeVisible()
    await expectGoodLooks(page)
    await click(page.getByRole('button', { name: 'Create the survey' }))
    await expect(page.getByRole('article', { name: 'Overall satisfaction' })).toContainText('3.00')
    expect(count()).toBeLessThanOrEqual(10)

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Remove the survey' }).click()
    await expect(page.getByText('There is no survey here yet.')).toBeVisible()
    // The name is free again, and the file starts from nothing.
    await page.getByRole('button', { name: 'Use your own data' }).click()
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('button', { name: 'Create the survey' }).click()
    await expect(page.getByRole('article', { name: 'Overall satisfaction' })).toContainText('60 answers')
  } finally {
    await product.stop()
  }
})

const configuration = `
pages:
  - extname: overview
    title: { en: Overview }
    icon: home
    components:
      - { type: variable-block, config: { id: head, size: 12, variables: [answers] } }
  - extname: data
    title: { en: Data }
    icon: upload
    components:
      - type: data-uploader
        config:
          id: up
          size: 8
          states: [0, 1]
          fields: [{ variable: store, mandatory: true }, { variable: overall_satisfaction, mandatory: true }]
      - { type: import-set-list, config: { id: sets, size: 8 } }
`

test('a wrong cell is told with row, column and text; the corrected file is imported, listed and undone', async ({
  openWindow,
}, testInfo) => {
  test.slow()
  const head = ['store', 'overall satisfaction']
  const rows = Array.from({ length: 40 }, (_, index): Cell[] => [`Store ${index % 4}`, 1 + (index % 5)])
  const first = await workbook(testInfo, 'first.xlsx', [head, ...rows])
  const config = join(testInfo.outputDir, 'config.yaml')
  await writeFile(config, configuration)
  const named = ['--universe', 'branches', '--survey', 'branches', '--hierarchy', 'store', '--config', config]
  await gensvar('import', first, ...named)

  const page = await openWindow()
  await signIn(page, 'root', '/?universe=branches&survey=branches')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Data' }).click()
  const more: Cell[][] = [
    ['Store 1', 5],
    ['Store 2', 'splendid'],
    ['Store 3', 4],
  ]
  const wrong = await workbook(testInfo, 'more.xlsx', [head, ...more])
  await page.locator('input[type=file]').setInputFiles(wrong)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const errors = page.getByRole('table', { name: 'Errors in the file' })
  await expect(errors.getByRole('row').nth(1)).toContainText(/3.*overall satisfaction.*splendid/)
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await expectGoodLooks(page)

  await page.getByRole('button', { name: 'Use another file' }).click()
  const right = await workbook(testInfo, 'more.xlsx', [head, ['Store 1', 5], ['Store 2', 1], ['Store 3', 4]])
  await page.locator('input[type=file]').setInputFiles(right)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByLabel('State of the rows').selectOption({ label: 'Completed' })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported: 3 responses')).toBeVisible()
  const sets = page.getByRole('table', { name: 'Imports' })
  const mine = sets.getByRole('row').filter({ hasText: 'more.xlsx' })
  await expect(mine).toContainText('3')
  const count = async () =>
    JSON.parse(await gensvar('query', '--survey', 'branches', '--indicators', 'count()', '--format', 'json')) as unknown
  expect(JSON.stringify(await count())).toContain('43')

  await mine.getByRole('button', { name: /^Delete import/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete import set?' })
  await question.getByRole('button', { name: 'OK' }).click()
  await expect(mine).toHaveCount(0)
  expect(JSON.stringify(await count())).toContain('40')
})
