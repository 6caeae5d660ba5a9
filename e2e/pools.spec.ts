import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('root makes a pool of organisations, an administrator joins and leaves it, and root removes it', async ({
  openAs,
}) => {
  const root = await openAs('root')
  await root.goto('/pools/visits')
  await root.getByRole('button', { name: 'New pool' }).click()
  const dialog = root.getByRole('dialog', { name: 'New pool' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Night shops')
  await dialog.getByRole('textbox', { name: /^Name in configurations/ }).fill('night-shops')
  await dialog.getByRole('group', { name: 'Figure 1' }).getByRole('textbox', { name: 'Name' }).fill('two words')
  await dialog.getByRole('button', { name: 'Make pool' }).click()
  await expect(dialog.getByText('use letters, digits, _ and - only')).toBeVisible()
  await dialog.getByRole('group', { name: 'Figure 1' }).getByRole('textbox', { name: 'Name' }).fill('satisfaction')
  await expectGoodLooks(root)
  await dialog.getByRole('button', { name: 'Make pool' }).click()
  await expect(root.getByRole('heading', { name: 'Night shops' })).toBeVisible()

  const page = await openAs('admin')
  await page.goto('/pools/visits')
  await page.getByRole('button', { name: 'Join Night shops' }).click()
  const question = page.getByRole('dialog', { name: 'Join Night shops?' })
  await expect(question.getByText(/^What you share: /)).toBeVisible()
  await expectGoodLooks(page)
  await question.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText(/^Takes part from the next figures on/)).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('button', { name: 'Leave Night shops' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: 'Join Night shops' })).toBeVisible()

  await root.getByRole('button', { name: 'Remove Night shops' }).click()
  await root.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(root.getByRole('heading', { name: 'Night shops' })).toHaveCount(0)
})
