import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'

const phone = { width: 390, height: 844 }

const alertLinks = (page: Page) => page.getByRole('table', { name: 'Alerts' }).locator('a[href^="/alert/"]')

/** The number that a switch over the list shows. */
async function countOf(page: Page, filter: string): Promise<number> {
  const shown = page.getByRole('group', { name: 'Which alerts are shown' }).getByRole('button', { name: filter })
  await expect(shown).toHaveText(/\d/)
  return Number((await shown.innerText()).replaceAll(/\D/g, ''))
}

test('a manager handles an alert on the phone: from the bell to closed (ALERT-26)', async ({ openAs }) => {
  const page = await openAs('region', { viewport: phone, hasTouch: true })
  await page.goto('/page/overview/visits/root')
  const bell = page.getByRole('button', { name: /open alerts? in all your places/ })
  const before = Number((await bell.innerText()).split('\n')[0]?.replaceAll(/\D/g, ''))
  await bell.click()
  await page.getByRole('menuitem', { name: 'List of alerts' }).click()
  await expect(page.getByText(`${before} rows`)).toBeVisible()
  expect(await countOf(page, 'Open')).toBe(before)
  const list = page.url()
  expect(list).toContain('states=open')
  await alertLinks(page).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unhappy customer' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Call: / })).toHaveAttribute('href', /^tel:\+\d+$/)

  // Nothing is answered: each field says what it needs, and the first one is shown.
  await page.getByRole('button', { name: 'Close and save' }).click()
  await expect(page.getByRole('radiogroup', { name: 'Cause' })).toHaveAccessibleDescription(/selection is mandatory/)
  await expect(page.getByRole('textbox', { name: 'What was done' })).toHaveAccessibleDescription('field is mandatory')
  await expect(page.getByRole('textbox', { name: 'New comment' })).toHaveAccessibleDescription('Mandatory')
  await expect(page.getByRole('radio', { name: 'Staff' })).toBeFocused()

  await page.getByText('Waiting', { exact: true }).click()
  await page.getByRole('textbox', { name: 'What was done' }).fill('A voucher')
  await page.getByRole('textbox', { name: 'New comment' }).fill('Called, and apologised')
  await page.getByRole('button', { name: 'Close and save' }).click()
  await expect(page.getByText('The alert is closed.')).toBeVisible()
  await expect(page).toHaveURL(list)
  await expect(page.getByText(before === 2 ? '1 row' : `${before - 1} rows`, { exact: true })).toBeVisible()
  await expect.poll(() => countOf(page, 'Open')).toBe(before - 1)
  await expect(page.getByRole('button', { name: new RegExp(`^${before - 1} open alerts? in all`) })).toBeVisible()
})

test('a response arrives by import, its alert on its owner’s phone without a reload, and once it is closed the indicator moves', async ({
  openWindow,
}, testInfo) => {
  test.slow()
  await mkdir(testInfo.outputDir, { recursive: true })
  const universe = `arriving-${testInfo.retry}`
  const rules = join(testInfo.outputDir, 'arriving.yaml')
  await writeFile(
    rules,
    `indicators:
  waiting: { title: Open alerts, expression: alerts(open) }
alerts:
  - { extname: unhappy, title: Unhappy customer, when: overall_satisfaction <= 2, defaultOwner: root }
pages:
  - extname: overview
    title: Overview
    components: [{ type: variable-block, config: { id: head, size: 12, variables: [waiting] } }]
  - { extname: alerts, title: Alerts, kind: alerts, components: [{ type: alert-table, config: { id: list, size: 12, columns: [title, state, store] } }] }\n`,
  )
  const arrive = async (name: string, rows: readonly string[]) => {
    const file = join(testInfo.outputDir, name)
    await writeFile(file, ['number,store,overall satisfaction', ...rows].join('\n'))
    const named = ['--universe', universe, '--survey', 'arriving', '--hierarchy', 'store', '--key', 'number']
    await gensvar('import', file, ...named, '--config', rules)
  }
  await arrive(
    'before.csv',
    Array.from({ length: 60 }, (_, at) => `r${at},Store ${at % 3},${3 + (at % 3)}`),
  )
  const page = await openWindow({ viewport: phone, hasTouch: true })
  await signIn(page, 'root', `/?universe=${universe}&survey=arriving`)
  await expect(page.getByRole('button', { name: 'Home', exact: true })).toBeVisible()
  await page.goto('/page/overview/arriving/root')
  const tile = page.getByRole('article', { name: 'Open alerts' })
  await expect(tile).toContainText('Open alerts0.0')

  await arrive('after.csv', ['r60,Store 1,1'])
  const bell = page.getByRole('button', { name: /^1 open alert in all your places/ })
  await expect(bell).toBeVisible({ timeout: 20_000 })
  await expect(tile).toContainText('Open alerts1.0')
  await bell.click()
  await page.getByRole('menuitem', { name: 'List of alerts' }).click()
  await alertLinks(page).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unhappy customer' })).toBeVisible()
  await page.getByRole('textbox', { name: 'New comment' }).fill('Called, and apologised')
  await page.getByRole('button', { name: 'Close and save' }).click()
  await expect(page.getByText('The alert is closed.')).toBeVisible()
  await page.goto('/page/overview/arriving/root')
  await expect(tile).toContainText('Open alerts0.0')
})

test('a manager gives two overdue alerts to somebody, and reopens a closed one', async ({ openAs }) => {
  const page = await openAs('region')
  await page.goto('/alertlist/visits/root?states=processing')
  const filtered = page.waitForResponse(/states=processing&overdue=true/)
  await page.getByRole('button', { name: 'Overdue' }).click()
  await filtered
  await expect(page).toHaveURL(/states=processing&overdue=true/)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const boxes = page.getByRole('table', { name: 'Alerts' }).locator('tbody').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign 2 alerts' })
  await dialog.getByRole('combobox', { name: 'Who handles it' }).fill('rikard')
  await page.getByRole('option', { name: 'Rikard Region' }).click()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('2 alerts assigned')).toBeVisible()
  await page.getByRole('button', { name: 'Mine' }).click()
  await expect.poll(() => alertLinks(page).count()).toBeGreaterThanOrEqual(2)

  const processing = await countOf(page, 'Processing')
  await page.goto('/alertlist/visits/root?states=closed&sortBy=due&sortDesc=true')
  await alertLinks(page).first().click()
  await page.getByRole('button', { name: 'Reopen' }).click()
  const question = page.getByRole('dialog', { name: 'Reopen the alert' })
  await question.getByRole('textbox').fill('The customer called again')
  await question.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText('The alert is open again.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Staff' })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'opened again' }).last()).toContainText(
    'The customer called again',
  )
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.poll(() => countOf(page, 'Processing')).toBe(processing + 1)
})

test('an alert is closed by saving it only where its rule and the reader’s rights allow it: the button, and the server (ALERT-14)', async ({
  openWindow,
  openAs,
}, testInfo) => {
  test.slow()
  const file = join(testInfo.outputDir, 'watched.csv')
  const rules = join(testInfo.outputDir, 'watched.yaml')
  await mkdir(testInfo.outputDir, { recursive: true })
  const rows = Array.from({ length: 60 }, (_, at) => `Store ${at % 3},${at === 0 ? 1 : 4 + (at % 2)}`)
  await writeFile(file, ['store,overall satisfaction', ...rows].join('\n'))
  await writeFile(
    rules,
    `alerts:
  - { extname: followed, title: Followed up, when: overall_satisfaction <= 2 }
  - { extname: watched, title: Only watched, when: overall_satisfaction <= 2, enableCloseAndSave: false }\n`,
  )
  await gensvar(
    'import',
    file,
    '--universe',
    'watched',
    '--survey',
    'watched',
    '--hierarchy',
    'store',
    '--config',
    rules,
  )
  const button = (page: Page) => page.getByRole('button', { name: 'Close and save' })
  const isAlert = /\/rest\/alerts\/data\//

  // The rule says no: there is no button, and a closing save that is sent all the same is refused.
  const page = await openWindow()
  await signIn(page, 'root', '/?universe=watched&survey=watched')
  await expect(page.getByRole('button', { name: 'Home', exact: true })).toBeVisible()
  const open = async (title: string): Promise<void> => {
    await page.goto('/alertlist/watched/root')
    const row = page.getByRole('row').filter({ hasText: title })
    await row.locator('a[href^="/alert/"]').first().click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await open('Only watched')
  await page.getByRole('textbox', { name: 'New comment' }).fill('Closed behind the screen')
  await expect(button(page)).toHaveCount(0)
  await page.route(isAlert, (route) =>
    route.request().method() === 'PUT'
      ? route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), isClosed: true }) })
      : route.continue(),
  )
  const refused = page.waitForResponse((answer) => isAlert.test(answer.url()) && answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await refused).status()).toBe(403)
  await expect(page.getByText('Alerts of this kind cannot be closed by saving them.').first()).toBeVisible()
  await page.unroute(isAlert)

  // The other rule and root's rights say yes.
  page.once('dialog', (dialog) => void dialog.accept())
  await open('Followed up')
  await page.getByRole('textbox', { name: 'New comment' }).fill('Called')
  await button(page).click()
  await expect(page.getByText('The alert is closed.')).toBeVisible()

  // An analyst reads alerts: the rule would allow it, their rights do not.
  const reading = await openAs('channel')
  const asked = reading.waitForRequest((request) => isAlert.test(request.url()))
  await reading.goto('/alertlist/visits/root?states=open')
  await alertLinks(reading).first().click()
  await expect(reading.getByRole('heading', { level: 1, name: 'Unhappy customer' })).toBeVisible()
  await expect(reading.getByText(/^You can read this alert/)).toBeVisible()
  await expect(button(reading)).toHaveCount(0)
  const { authorization = '' } = await (await asked).allHeaders()
  const answer = await reading.request.put((await asked).url(), {
    headers: { authorization },
    data: { newComment: 'Closed', isClosed: true, selections: [], version: 1, overwrite: true },
  })
  expect([answer.status(), (await answer.json()).message]).toEqual([
    403,
    'Your role may not handle alerts of this survey.',
  ])
})

test('the list and the page of an alert are good to look at, wide and narrow, light and dark', async ({ openAs }) => {
  const page = await openAs('store')
  await page.goto('/alertlist/visits/root?states=closed')
  await expect(alertLinks(page).first()).toBeVisible()
  await expectGoodLooks(page)
  await alertLinks(page).first().click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expectGoodLooks(page)
})
