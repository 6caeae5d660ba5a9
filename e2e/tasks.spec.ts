import { expect, test } from './fixtures.ts'

test('root sees a task make progress, pauses, resumes and cancels it, and deletes a selection', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto('/')
  await page.getByRole('button', { name: 'Tasks' }).click()
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  await page.getByRole('button', { name: 'Create a test task' }).click()
  const row = page.getByRole('row', { name: /Waits 20 times/ }).first()
  await expect(row).toContainText('Processing')
  await expect(row).toContainText(/[1-9]\d* of 20/)
  const act = async (item: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await act('Pause')
  await expect(row).toContainText('Paused by root')
  await act('Resume')
  await expect(row).toContainText('Processing')
  await act('Cancel the task')
  await expect(row).toContainText('Cancelled by root')
  const rows = page.getByRole('row', { name: /Waits 20 times/ })
  const known = await rows.count()
  await page.getByRole('button', { name: 'Create a test task' }).click()
  await expect(rows).toHaveCount(known + 1)
  await page.getByRole('checkbox', { name: 'Select the rows shown' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByRole('dialog', { name: /^Delete \d+ tasks\?/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  // Others may come meanwhile, such as the mails of other journeys.
  await expect(rows).toHaveCount(0)
})
