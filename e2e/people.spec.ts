import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const password = 'correct horse battery staple'
const table = (page: Page) => page.getByRole('table', { name: 'Users of the organisation' })
const tile = (page: Page) => page.getByRole('article', { name: 'CSI' }).getByText(/\d answers$/)

/** The list of users who are in any state, searched for a text. */
async function openList(page: Page, text: string): Promise<void> {
  await page.goto('/userlist/visits')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
  await page.getByRole('main').getByPlaceholder('Filter the table').fill(text)
}

test('users without isUserAdmin see no users button and are refused the editor; a role may add users (USERS-05a)', async ({
  openAs,
}) => {
  for (const user of ['region', 'store']) {
    const page = await openAs(user)
    const asked = page.waitForRequest((request) => request.headers()['authorization'] !== undefined)
    await page.goto('/page/overview/visits/root')
    const headers = { authorization: (await asked).headers()['authorization'] ?? '' }
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Users', exact: true })).toHaveCount(0)
    await page.goto('/usereditor/visits/1')
    await expect(page.getByText('You do not have access to this', { exact: true })).toBeVisible()
    // Its calls are refused, too, whatever the screen shows; others of the same session are not.
    const editor = '/rest/users/editordata/visits/1'
    expect((await page.request.get('/rest/surveys/status/visits', { headers })).status()).not.toBe(401)
    expect((await page.request.get(editor, { headers })).status()).toBe(403)
    expect((await page.request.post(editor, { headers, data: {} })).status()).toBe(403)
  }
  const page = await openAs('region')
  await page.goto('/page/overview/visits/root')
  await page.getByRole('button', { name: 'People and places' }).click()
  await page.getByRole('menuitem', { name: 'Add and edit users' }).click()
  await expect(table(page).getByRole('link', { name: 'Stina Store' })).toBeVisible()
  await expect(table(page).getByRole('link', { name: 'Ada Admin' })).toHaveCount(0)
  await page.getByRole('link', { name: 'New user' }).click()
  await expect(page.getByRole('heading', { name: 'New user' })).toBeVisible()
  await expect(page).toHaveURL(/\/userdetails\/visits\/0$/)
})

test('a user is added with a role and a store, signs in by a link, sees that store alone, and is disabled', async ({
  openAs,
  openWindow,
}, testInfo) => {
  // A second try finds the user of the first one.
  const email = `lena.store${testInfo.retry}@example.org`
  const lastName = `Lund${'d'.repeat(testInfo.retry)}`
  const admin = await openAs('admin')
  await admin.goto('/userlist/visits')
  await expect(table(admin).getByRole('link', { name: 'Stina Store' })).toBeVisible()
  await expectGoodLooks(admin)
  await admin.getByRole('link', { name: 'New user' }).click()
  await admin.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await admin.getByRole('textbox', { name: 'First name' }).fill('Lena')
  await admin.getByRole('textbox', { name: 'Last name' }).fill(lastName)
  await admin.getByRole('combobox', { name: 'Role' }).selectOption('store-manager')
  const filters = admin.getByRole('group', { name: 'Question filters: Store visits' })
  await filters.getByRole('combobox', { name: 'Add a filter to Question filters: Store visits' }).selectOption('Store')
  await filters.getByRole('combobox', { name: 'Store', exact: true }).fill('Malm')
  await admin.getByRole('option', { name: 'Malmö Triangeln' }).click()
  await admin.keyboard.press('Tab')
  await expect(admin.getByRole('listbox')).toHaveCount(0)
  await expectGoodLooks(admin)
  await admin.getByRole('button', { name: 'Save user' }).click()
  const link = new URL(
    await admin.getByRole('dialog').getByRole('textbox', { name: 'Link to choose a password' }).inputValue(),
  )
  await admin.getByRole('dialog').getByText('Close', { exact: true }).click()
  await expect(admin).toHaveURL(/\/userlist\/visits/)

  const lena = await openWindow({ cold: true })
  await lena.goto(link.pathname + link.search)
  await lena.getByLabel('New password').fill(password)
  await lena.getByLabel('Repeat the password').fill(password)
  await lena.getByRole('button', { name: 'Save the password' }).click()
  await lena.goto('/')
  await lena.locator('summary').click()
  await lena.getByLabel('User name or e-mail').fill(email)
  await lena.getByLabel('Password').fill(password)
  await lena.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(lena).toHaveURL(/\/page\/overview\/visits\/country=SE;region=se-south;store=malmo-triangeln$/)
  const own = await tile(lena).innerText()
  await admin.goto('/page/overview/visits/country=SE;region=se-south;store=malmo-triangeln')
  await expect(tile(admin)).toHaveText(own)
  const refused = lena.waitForResponse((answer) => answer.status() === 403)
  await lena.goto('/page/overview/visits/country=SE;region=se-south;store=vaxjo-samarkand')
  await refused
  await expect(lena.getByText('You do not have access to this', { exact: true })).toBeVisible()
  await expect(lena.getByRole('article', { name: 'CSI' })).toHaveCount(0)
  await lena.goto('/usereditor/visits/0')
  await expect(lena.getByText('You do not have access to this', { exact: true })).toBeVisible()

  await openList(admin, email)
  await admin.getByRole('checkbox', { name: `Select Lena ${lastName}`, exact: true }).check()
  await admin.getByRole('button', { name: 'Disable' }).click()
  const question = admin.getByRole('dialog', { name: 'Disable 1 user?' })
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(admin.getByText('1 user disabled')).toBeVisible()
  await expect(table(admin).getByText('Disabled')).toBeVisible()
  await lena.goto('/page/overview/visits/root')
  await expect(lena.getByRole('article', { name: 'CSI' })).toHaveCount(0)
  await expect(lena.getByRole('button', { name: 'Log out' })).toHaveCount(0)
})

test('the users are saved as a file, which is changed and imported, and told what is wrong at its row', async ({
  openAs,
}, testInfo) => {
  const page = await openAs('admin')
  await page.goto('/userlist/visits')
  await expect(table(page).getByRole('link', { name: 'Kaj Channel' })).toBeVisible()
  await page.getByRole('button', { name: 'Save the table as shown' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /xlsx|Excel/ }).click()
  const workbook = await readXlsx(await readFile(await (await download).path()))
  const [head = [], ...users] = (workbook.sheets[0]?.rows ?? []).map((row) => [...row])
  const at = (name: string): number => head.indexOf(name)
  const changed = users.find((row) => row[at('email')] === 'channel@example.org') ?? []
  // Other tests change users of the demo meanwhile.
  const rows = [head, changed]
  const write = async (name: string): Promise<string> => {
    const file = join(testInfo.outputDir, name)
    await mkdir(testInfo.outputDir, { recursive: true })
    await writeFile(file, await writeXlsx({ sheets: [{ name: 'Users', rows }] }))
    return file
  }
  const dialog = page.getByRole('dialog', { name: 'Import users from a file' })
  const send = async (file: string): Promise<void> => {
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  }
  changed[at('locale')] = 'da'
  const role = changed[at('role')] ?? null
  changed[at('role')] = 'no such role'
  await page.getByRole('button', { name: 'Import users' }).click()
  await send(await write('wrong.xlsx'))
  const told = dialog.getByRole('row').filter({ hasText: 'There is no role "no such role"' })
  await expect(told.getByRole('cell', { name: '2', exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  await expectGoodLooks(page)
  changed[at('role')] = role
  await send(await write('right.xlsx'))
  await expect(dialog.getByText(/^0 new, 1 changed/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(page.getByText('0 users added, 1 changed')).toBeVisible()
  await table(page).getByRole('link', { name: 'Kaj Channel' }).click()
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('da')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('English')
  await page.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByText('user saved')).toBeVisible()
})
