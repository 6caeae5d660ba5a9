import { expect, signIn, test } from './fixtures.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'
import { workbook } from './own-data.ts'
import type { Cell } from './own-data.ts'

/** A red square of 8 by 8. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4oKCAFTEMLQkAKj9AAXjm1WMAAAAASUVORK5CYII=',
  'base64',
)

test('root gives an organisation its looks and its calendar, a survey its name and effects, and reads its status', async ({
  openWindow,
}, testInfo) => {
  const rows = Array.from({ length: 40 }, (_, at): Cell[] => [`Hotel ${at % 4}`, 1 + (at % 5), 1 + ((at + 2) % 5)])
  const file = await workbook(testInfo, 'nights.xlsx', [['hotel', 'overall', 'breakfast'], ...rows])
  const named = ['--universe', 'hotels', '--survey', 'nights']
  await gensvar('import', file, ...named, '--hierarchy', 'hotel')

  const page = await openWindow()
  await signIn(page, 'root', '/?universe=hotels&survey=nights')
  await page.getByRole('button', { name: 'Administration' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await expect(page.getByText('The logo is saved.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Colour' }).selectOption({ label: 'Another colour' })
  await page.getByRole('textbox', { name: 'Colour code' }).fill('#ffd400')
  await expect(page.getByText(/^White text on it would be hard to read \(1\.4:1\)/)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Sat' }).check()
  await page.getByRole('combobox', { name: 'Public holidays of' }).selectOption({ label: 'Sweden' })
  await page.getByRole('button', { name: 'Save organisation' }).click()
  await expect(page.getByText('The organisation is saved.')).toBeVisible()
  await expectGoodLooks(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Colour code' })).toHaveValue('#ffd400')
  await expect(page.getByRole('checkbox', { name: 'Sat' })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Public holidays of' })).toHaveValue('SE')
  await expect(page.getByRole('main').getByRole('img', { name: 'Logo' })).toBeVisible()

  await page.locator('a[href^="/survey/nights/"]').click()
  // The page before has a text of this name too.
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible()
  await page.getByRole('textbox', { name: 'English' }).fill('Nights with us')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('heading', { name: 'Nights with us', level: 1 })).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('tab', { name: 'Effects' }).click()
  await page.getByRole('button', { name: 'Add effects' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add effects' })
  await dialog.getByRole('combobox', { name: 'Place' }).fill('Hotel 2')
  await page.getByRole('option', { name: 'Hotel 2' }).click()
  await dialog.getByRole('combobox', { name: 'Question' }).click()
  await page.getByRole('option', { name: /breakfast/i }).click()
  await dialog.getByRole('textbox', { name: 'Effect' }).fill('0.4')
  await expectGoodLooks(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Effects of Hotel 2' })).toContainText('0.40')

  await page.getByRole('button', { name: 'People and places' }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await expect(page.getByRole('heading', { name: 'Status of Nights with us', level: 1 })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /Hotel 2/ })).toBeVisible()
  await expectGoodLooks(page)
})
