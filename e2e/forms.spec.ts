import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { withoutNotices } from './without-notices.ts'

const place = '/page/overview/visits/gender=male'

/** Opens the dialog that saves the filters of the place. */
async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('button', { name: 'Save these filters' }).click()
  return page.getByRole('dialog', { name: 'Save filters' })
}

test('a form is checked by its schema before it is sent, and the schema is fetched when the form is filled in', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const schemas = () => fetched.filter((path) => /\/schemas-[^/]*\.js$/.test(path))
  await withoutNotices(page)
  await page.goto(place, { waitUntil: 'networkidle' })
  expect(schemas()).toEqual([])
  const dialog = await openDialog(page)
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('long '.repeat(20))
  await expect.poll(() => schemas().length).toBe(1)
  fetched.length = 0
  await dialog.getByRole('button', { name: 'Save filters' }).click()
  await expect(name).toHaveAccessibleDescription('At most 80 characters')
  await expect(name).toBeFocused()
  expect(fetched.filter((path) => path.startsWith('/rest/filters/saved'))).toEqual([])
})

test('a name in use is told at its field by the server', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto(place)
  for (const attempt of ['first', 'second']) {
    const dialog = await openDialog(page)
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await name.fill('Men')
    await dialog.getByRole('button', { name: 'Save filters' }).click()
    if (attempt === 'first') await expect(dialog).toBeHidden()
    else await expect(name).toHaveAccessibleDescription('You already have a filter named "Men".')
  }
})

test('Esc loses nothing that was entered, over a drawer neither', async ({ openAs }) => {
  const page = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await page.goto(place)
  await page
    .getByRole('button', { name: /^Filters/ })
    .first()
    .click()
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Men of Sweden')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard the changes?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Men of Sweden')
})

test('the browser asks before a window with unsaved changes is closed', async ({ openAs }) => {
  const page = await openAs('admin')
  await page.goto('/interview/visits/1')
  await page.getByRole('textbox', { name: 'Add a comment' }).pressSequentially('Called the customer')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Called the customer')
  await page.getByRole('button', { name: 'Cancel' }).click()
})
