import { readFile } from 'node:fs/promises'
import { expect, signIn, test } from './fixtures.ts'

test('a user picks a survey from the menu and browses its rankings, alerts, samples and pages of its own (SHELL-03)', async ({
  openWindow,
}) => {
  const page = await openWindow()
  await signIn(page, 'overview', '/?universe=retail&survey=e-commerce')
  await expect(page).toHaveURL(/\/e-commerce\//)
  // An announcement is shown there.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Survey:/ }).click()
  await page.getByRole('menuitem', { name: 'Store visits' }).click()
  await expect(page).toHaveURL(/\/page\/overview\/visits\/root$/)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Ranking', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Ranking' }).getByRole('row', { name: /Sweden/ })).toBeVisible()
  await pages.getByRole('link', { name: 'Alerts', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Alerts' }).locator('a[href^="/alert/"]').first()).toBeVisible()
  await pages.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Customers' }).locator('a[href^="/sample/"]').first()).toBeVisible()
  await pages.getByRole('link', { name: 'Waiting', exact: true }).click()
  await expect(page).toHaveURL(/\/page\/waiting\/visits\//)
  await expect(page.getByRole('article', { name: 'Waiting time' })).toContainText(/\d answers/)
})

test('a manager drills down, filters, opens and comments on an interview, opens a sample, handles an alert, takes an action and downloads a report (SHELL-05)', async ({
  openWindow,
}) => {
  const page = await openWindow()
  await signIn(page, 'two', '/?universe=retail&survey=visits')
  await expect(page).toHaveURL(/\/page\/overview\/visits\/country=NO$/)
  const pages = page.getByRole('navigation', { name: 'Pages' })

  await test.step('drills down and filters', async () => {
    await page.getByRole('button', { name: 'Go to a unit below Norway', exact: true }).click()
    await page.locator('[role=option]').first().click()
    await expect(page).toHaveURL(/country=NO;region=[^;]+$/)
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters.getByRole('button', { name: 'Gender', exact: true }).click()
    await filters.getByRole('radio', { name: 'Woman' }).click()
    await expect(page).toHaveURL(/;gender=female$/)
    await filters.getByRole('tab', { name: 'Time' }).click()
    await filters.getByRole('button', { name: 'Last month', exact: true }).click()
    await expect(page).toHaveURL(/;gender=female;date=last_1m$/)
    const chips = page.getByRole('group', { name: 'Active filters' })
    await expect(chips).toContainText('Gender: Woman')
    await chips.getByRole('button', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(/country=NO;region=[^;]+$/)
  })

  await test.step('downloads a report', async () => {
    await pages.getByRole('link', { name: 'Ranking', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Ranking' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Download', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Interviews (CSV)', exact: true }).click()
    const report = page.getByRole('region', { name: 'Reports' }).getByRole('listitem').first()
    await expect(report).toContainText('Download ready')
    const file = page.waitForEvent('download')
    await report.getByRole('button', { name: 'Download', exact: true }).click()
    expect(await readFile(await (await file).path(), 'utf8')).toContain('Visited on')
    await report.getByRole('button', { name: /^Remove/ }).click()
  })

  await test.step('opens an interview and comments on it', async () => {
    const units = page.getByRole('table', { name: 'Ranking' }).locator('tbody').getByRole('rowheader').getByRole('link')
    // To a store, and to one who works there.
    for (const depth of [3, 4]) {
      const unit = await units.first().innerText()
      await units.first().click()
      await expect(page).toHaveURL(new RegExp(`/ranking/visits/([^;]+;){${depth - 1}}[^;]+$`))
      await expect(units.filter({ hasText: unit })).toHaveCount(0)
    }
    await page.locator('a[href^="/interview/"]').first().click()
    await page.getByRole('textbox', { name: 'Add a comment' }).fill('Thanked them on the phone.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Thanked them on the phone.' })).toContainText('Tove Two')
  })

  await test.step('opens a sample', async () => {
    await pages.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('table', { name: 'Customers' }).locator('a[href^="/sample/"]').first().click()
    // Whether it can still be changed depends on the day of the visit.
    const mail = page.getByLabel(/^E-mail/)
    await expect(mail).toBeVisible()
    expect(await mail.evaluate((one) => (one instanceof HTMLInputElement ? one.value : one.textContent))).toContain('@')
  })

  await test.step('handles an alert', async () => {
    await page.goto('/alertlist/visits/country=NO?states=open')
    await page.getByRole('table', { name: 'Alerts' }).locator('a[href^="/alert/"]').first().click()
    await page.getByRole('main').getByText('Waiting', { exact: true }).click()
    await page.getByRole('textbox', { name: 'What was done' }).fill('A voucher')
    await page.getByRole('textbox', { name: 'New comment' }).fill('Called, and apologised')
    await page.getByRole('button', { name: 'Close and save' }).click()
    await expect(page.getByText('The alert is closed.')).toBeVisible()
  })

  await test.step('takes an action, changes it and deletes it', async () => {
    await page.goto('/page/actions/visits/country=NO')
    await page.getByRole('button', { name: 'New action' }).click()
    const added = page.getByRole('dialog', { name: 'Add action' })
    await added.getByRole('combobox', { name: 'What it is about' }).click()
    await page.getByRole('option', { name: 'NPS', exact: true }).click()
    await added.getByRole('textbox', { name: 'Goal' }).fill('60')
    await added.getByRole('textbox', { name: 'Deadline' }).fill('31/12/2030')
    await added.getByRole('button', { name: 'Save' }).click()
    await expect(added).toBeHidden()
    await page.getByRole('main').getByRole('button', { name: /^NPS/ }).first().click()
    const edited = page.getByRole('dialog', { name: 'Edit action' })
    await edited.getByRole('textbox', { name: 'Add a comment' }).fill('A greeting at the door')
    await edited.getByRole('button', { name: 'Save' }).click()
    await expect(edited).toBeHidden()
    await page.getByRole('main').getByRole('button', { name: /^NPS/ }).first().click()
    await expect(edited).toContainText('A greeting at the door')
    await edited.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete the action?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Action deleted')).toBeVisible()
  })
})
