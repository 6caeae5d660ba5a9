import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { writeXlsx } from 'hucre/xlsx'
import { gensvarAt } from './gensvar.ts'

/** A cell of a workbook. */
export type Cell = string | number | null

/** Writes a workbook of one sheet; returns its path. */
export async function workbook(testInfo: TestInfo, name: string, rows: Cell[][]): Promise<string> {
  const file = join(testInfo.outputDir, name)
  await mkdir(testInfo.outputDir, { recursive: true })
  await writeFile(file, await writeXlsx({ sheets: [{ name: 'Answers', rows }] }))
  return file
}

const password = 'correct horse battery staple'

/** Adds root `owner` and chooses their password, as an administrator does once. */
export async function addRoot(page: Page, dataFolder: string): Promise<void> {
  await choosePassword(page, (await gensvarAt(dataFolder, 'user:add', 'owner', '--root')).trim())
}

/** Adds root `owner` to an installation, and signs them in. */
export async function signInAsOwner(page: Page, dataFolder: string): Promise<void> {
  await addRoot(page, dataFolder)
  await page.goto('/')
  await enterPassword(page, 'owner')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Chooses the password of whoever was sent a link. */
export async function choosePassword(page: Page, link: string): Promise<void> {
  const { pathname, search } = new URL(link)
  await page.goto(pathname + search)
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByRole('button', { name: 'Save the password' }).click()
}

/** Fills in the sign-in page, up to its button. */
export async function enterPassword(page: Page, username: string): Promise<void> {
  await page.getByLabel('User name or e-mail').fill(username)
  await page.getByLabel('Password').fill(password)
}
