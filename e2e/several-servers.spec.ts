import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/launcher.ts'
import type { EmbeddedPostgres } from '../server/src/platform/embedded-postgres/launcher.ts'
import { holdFiles } from '../server/src/testing/held-files.ts'
import { SeveralServers } from '../server/src/testing/several-servers.ts'
import { expect as expectSoon, goWithin, test } from './fixtures.ts'
import { signInAsOwner, workbook } from './own-data.ts'
import type { Cell } from './own-data.ts'

const shops = ['Bergen', 'Oslo', 'Molde', 'Bodø']

/** 80 visits to four shops: 20 to each. */
const visits: Cell[][] = Array.from({ length: 80 }, (_, at) => [
  shops[at % 4] ?? '',
  new Date(Date.UTC(2026, at % 6, 1 + (at % 28))).toISOString().slice(0, 10),
  1 + ((at * 7) % 5),
  `guest${at}.of@example.org`,
])
const head = ['Shop', 'Visit date', 'Overall satisfaction', 'Email']

/** Four processes share the machine, and a task whose worker was killed is begun again when its lease has expired. */
const expect = expectSoon.configure({ timeout: 90_000 })

let folder: string
let postgres: EmbeddedPostgres
let servers: SeveralServers

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-e2e-'))
  // Started by root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  servers = await SeveralServers.make({ databaseUrl: postgres.url, folder })
  await servers.start('a')
  await Promise.all([servers.start('b'), ...['one', 'two'].map((name) => servers.start(name, 'worker'))])
})
test.afterAll(async () => {
  await servers.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const answers = (page: Page) => page.getByRole('article', { name: 'Overall satisfaction' })
const newest = (page: Page) => page.getByRole('region', { name: 'Reports' }).getByRole('listitem').first()

/** Looks at figures on the page of the survey, and at its ranking. */
async function lookAround(page: Page, count: number, inBergen: number): Promise<void> {
  await goWithin(page, '/page/overview/visits/root')
  await expect(answers(page)).toContainText(`${count} answers`)
  await goWithin(page, '/ranking/visits/root')
  const row = page.getByRole('table', { name: 'Ranking' }).getByRole('row', { name: /Bergen/ })
  await expect(row).toContainText(String(inBergen))
}

/** Asks for the ranking as a file. */
async function askForReport(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Download', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Ranking list (Excel)', exact: true }).click()
}

/** Opens the newest report, once it is made, by the ticket that its button asks for. */
async function openReport(page: Page): Promise<void> {
  await expect(newest(page)).toContainText('Download ready')
  const file = page.waitForEvent('download')
  await newest(page).getByRole('button', { name: 'Download', exact: true }).click()
  expect((await readFile(await (await file).path())).subarray(0, 2).toString()).toBe('PK')
  await newest(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
}

test('with two servers and two workers people go on while one of each is killed and started again', async ({
  openWindow,
}, testInfo) => {
  test.slow()
  const file = await workbook(testInfo, 'visits.xlsx', [head, ...visits])
  const page = await openWindow({ baseURL: servers.urlOf() })

  await test.step('root signs in and makes an organisation and a survey, with requests to both servers', async () => {
    await signInAsOwner(page, join(folder, 'a'))
    await page.getByRole('button', { name: 'Administration' }).click()
    await page.getByRole('button', { name: 'New organisation' }).click()
    const dialog = page.getByRole('dialog', { name: 'New organisation' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Fjord Shops')
    await dialog.getByRole('textbox', { name: /^Short name/ }).fill('fjord')
    await dialog.getByRole('button', { name: 'Make organisation' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('link', { name: 'Use your own data' }).click()
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Levels' }).getByRole('listitem')).toHaveText([/^Shop/])
    await page.getByRole('button', { name: 'Create the survey' }).click()
    await expect(answers(page)).toContainText('80 answers')
    for (const name of ['a', 'b'])
      expect(servers.proxy.answered.get(servers.urlOf(name)) ?? 0, name).toBeGreaterThan(10)
  })

  await test.step('a worker is killed while it makes a report, and started again', async () => {
    await lookAround(page, 80, 20)
    const held = await holdFiles(postgres.url)
    try {
      await askForReport(page)
      const killed = servers.nameOf(await held.workerWith('RANKING_REPORT'))
      await servers.kill(killed)
      await servers.start(killed, 'worker')
    } finally {
      await held.release()
    }
  })

  const watching = await test.step('a server is killed that a window has its events from', async () => {
    servers.sendAllTo('a')
    const storageState = await page.context().storageState()
    const window = await openWindow({ baseURL: servers.urlOf(), storageState })
    const events = window.waitForResponse((answer) => answer.url().endsWith('/rest/notices/stream'))
    await window.goto('/page/overview/visits/root')
    await expect(answers(window)).toContainText('80 answers')
    await events
    servers.sendAllTo()
    await servers.kill('a')
    await lookAround(page, 80, 20)
    await servers.start('a')
    return window
  })

  await test.step('what one server erases is gone from the figures of the other at once', async () => {
    servers.sendAllTo('b')
    await page.getByRole('button', { name: 'People and places' }).click()
    await page.getByRole('menuitem', { name: 'Respondents' }).click()
    await page.getByRole('textbox', { name: 'Email, phone, name or customer number' }).fill('guest4.of@example.org')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const found = page.getByRole('table', { name: 'Responses found' })
    await found.getByRole('rowheader').getByRole('button').click()
    await page.getByRole('dialog', { name: 'What is held' }).getByRole('button', { name: 'Erase…' }).click()
    const erasing = page.getByRole('dialog', { name: 'Erase for good' })
    await erasing.getByRole('textbox', { name: /^Type “erase”/ }).fill('erase')
    await erasing.getByRole('button', { name: 'Erase 1 response' }).click()
    await expect(page.getByText('Erased: 1 response')).toBeVisible()
    servers.sendAllTo('a')
    await lookAround(page, 79, 19)
    servers.sendAllTo()
  })

  await test.step('the window that lost its events has them from another server', async () => {
    await expect(answers(watching)).toContainText('79 answers')
  })

  await test.step('the report of the killed worker is made, and one with all of them there', async () => {
    await openReport(page)
    await askForReport(page)
    await openReport(page)
  })
})
