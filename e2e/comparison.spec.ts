import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('a page is compared with another period and place, drilled, swapped and ended, by keyboard and by link', async ({
  openAs,
}) => {
  const page = await openAs('root')
  await page.goto('/page/overview/visits/country=SE')
  const compare = page.getByRole('button', { name: 'Compare', exact: true })
  await compare.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Compare' })
  await expect(dialog.getByText('Nothing is different yet.')).toBeVisible()
  const preceding = dialog.getByRole('radio', { name: /^The preceding period/ })
  await dialog.getByRole('radio', { name: 'The same as A' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(preceding).toBeChecked()
  await expectGoodLooks(page)
  await dialog.getByRole('button', { name: 'Compare' }).press('Enter')
  await expect(page).toHaveURL(/\/visits\/country=SE\?vs=/)

  const region = page.getByRole('region', { name: 'Comparison' })
  const [headA, headB] = [1, 2].map((at) => region.getByRole('heading', { level: 2 }).nth(at - 1))
  await expect(headA as NonNullable<typeof headA>).toContainText('Last 3 whole months')
  await expect(headB as NonNullable<typeof headB>).toContainText(/\d{4}/)
  const sideB = region.getByRole('group', { name: /^B/ })
  const tiles = sideB.first()
  await expect(tiles.getByText('from A').first()).toBeVisible()
  await expect(tiles.getByText(/^(More than|May be) chance \(95 %/).first()).toBeVisible()
  await expectGoodLooks(page)

  // The place is shared: the page's own path moves both.
  const path = page.getByRole('navigation', { name: 'Drill path' })
  await path.getByRole('button', { name: 'Go to a unit below Sweden' }).click()
  await page.getByRole('listbox', { name: 'Go to a unit below Sweden' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/\/visits\/country=SE;region=[^?]+\?vs=country%3DSE%3Bregion%3D/)
  await page.goBack()
  await expect(page).toHaveURL(/\/visits\/country=SE\?vs=country%3DSE%3Bdate/)

  await page.getByRole('button', { name: 'Swap A and B' }).click()
  await expect(page).toHaveURL(/\/visits\/country=SE;date=custom[^?]*\?vs=country%3DSE$/)
  const link = page.url()
  await page.reload()
  await expect(tiles.getByText('from A').first()).toBeVisible()
  await page.getByRole('button', { name: 'End comparison' }).click()
  await expect(page).toHaveURL(/\/visits\/country=SE;date=custom[^?]*$/)
  await expect(region).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(link)
  await expect(region).toBeVisible()
})

test('rankings of two places drill each by itself, and a side that may not be seen is told once', async ({
  openAs,
}) => {
  const page = await openAs('root')
  await page.goto('/ranking/visits/country=SE?vs=country%3DNO')
  const region = page.getByRole('region', { name: 'Comparison' })
  const sideB = region.getByRole('group', { name: /^B/ })
  await sideB.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/ranking\/visits\/country=SE\?vs=country%3DNO%3Bregion%3D/)
  await expect(region.getByRole('group', { name: /^A/ }).getByRole('table').first()).toBeVisible()

  await page.goto('/page/overview/visits/country=SE?vs=country%3DMars')
  await expect(page.getByText('There is no "Mars" in this survey.')).toHaveCount(1)
  await expect(region.getByRole('group', { name: /^A/ }).first()).toBeVisible()
  await region.getByRole('button', { name: 'End comparison' }).last().click()
  await expect(page).toHaveURL(/\/page\/overview\/visits\/country=SE$/)
})
