import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import type { Page, TestInfo } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'

type Cell = string | number | null

async function workbook(testInfo: TestInfo, name: string, rows: Cell[][]): Promise<string> {
  const file = join(testInfo.outputDir, name)
  await mkdir(testInfo.outputDir, { recursive: true })
  await writeFile(file, await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }))
  return file
}

const password = 'correct horse battery staple'

/** A chain of two regions with three stores each, of which one is named twice, and somebody who administers it. */
async function openChain(page: Page, testInfo: TestInfo): Promise<void> {
  const stores = ['Anker', 'Brygge', 'Havn', 'Torg', 'Torget', 'Vik']
  const answers = Array.from({ length: 60 }, (_, index): Cell[] => [
    index % 6 < 3 ? 'North' : 'South',
    stores[index % 6] ?? '',
    `2026-0${1 + (Math.floor(index / 6) % 3)}-15`,
    1 + (index % 5),
  ])
  const file = await workbook(testInfo, 'answers.xlsx', [['region', 'store', 'visit date', 'satisfaction'], ...answers])
  await gensvar('import', file, '--universe', 'chain', '--survey', 'chain', '--hierarchy', 'region,store')
  const link = new URL((await gensvar('user:add', 'chain-admin', '--universe', 'chain', '--admin')).trim())
  await page.goto(link.pathname + link.search)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.goto('/')
  await page.getByText('Sign in with a password').click()
  await page.getByLabel('User name or e-mail').fill('chain-admin')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Home', exact: true })).toBeVisible()
  await page.goto('/units/chain')
}

/** Number of answers at a place. */
async function answersAt(place: string): Promise<string> {
  const named = ['--survey', 'chain', '--indicators', 'count()', '--format', 'json']
  return gensvar('query', ...named, '--path', place)
}

async function act(page: Page, unit: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${unit}`, exact: true }).click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}

test('an administrator edits a unit, moves one on a day, merges two and reads a hierarchy with a wrong row', async ({
  openWindow,
}, testInfo) => {
  test.slow()
  const page = await openWindow()
  await openChain(page, testInfo)
  await page.getByText('North', { exact: true }).click()
  await expect(page.getByText('Anker', { exact: true })).toBeVisible()
  await expectGoodLooks(page)

  await act(page, 'Anker', 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'English' }).fill('Anchor')
  await expectGoodLooks(page)
  await dialog.getByRole('button', { name: 'Save unit' }).click()
  await expect(page.getByText('Anchor is saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for Anchor' })).toBeVisible()

  await act(page, 'Anchor', 'Move')
  await dialog.getByRole('combobox', { name: 'Move it below' }).click()
  await page.getByRole('option', { name: 'South' }).click()
  await dialog.getByRole('textbox', { name: 'From the day' }).fill('2026-02-01')
  await expect(dialog.getByText('What this touches')).toBeVisible()
  await expectGoodLooks(page)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText('Anchor is moved')).toBeVisible()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByText('South', { exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Anchor' })).toContainText('Feb')

  await act(page, 'Torget', 'Merge')
  await dialog.getByRole('combobox', { name: 'Merge it into' }).click()
  await page.getByRole('option', { name: 'South › Torg', exact: true }).click()
  await expect(dialog.getByText('What this touches')).toBeVisible()
  await expectGoodLooks(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Torget is merged')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for Torget' })).toHaveCount(0)

  // Each store has ten answers; six of Anker's are since the move.
  expect(await answersAt('region=South')).toMatch(/\b36\b/)
  expect(await answersAt('region=North')).toMatch(/\b24\b/)
  expect(await answersAt('region=South;store=Torg')).toMatch(/\b20\b/)

  const head: Cell[] = ['key', 'parent', 'level', 'name']
  const wrong = await workbook(testInfo, 'wrong.xlsx', [
    head,
    ['east', null, 'region', 'East'],
    ['new', 'nowhere', 'store', 'Fjord'],
  ])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.locator('input[type=file]').setInputFiles(wrong)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  const errors = dialog.getByRole('table', { name: 'Errors in the file' })
  await expect(errors.getByRole('row').nth(1)).toContainText(/3.*parent.*nowhere.*no unit with this key/)
  await expect(dialog.getByRole('button', { name: 'Apply the file' })).toHaveCount(0)
  await expectGoodLooks(page)
})
