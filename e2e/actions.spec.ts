import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const store = 'country=FI;region=fi-south;store=helsinki-itis'
/** A demo that was made a moment ago has its comments judged first. */
const afterOtherTasks = { timeout: 90_000 }

test('a suggested action is taken, its responsible told without a reload, and evaluated ones say what they changed', async ({
  openAs,
}) => {
  test.setTimeout(240_000)
  const told = await openAs('admin')
  await told.goto('/page/overview/visits/root')
  const bell = told.getByRole('button', { name: /^Notices/ })
  const unread = async () => Number((await bell.innerText()).replaceAll(/\D/g, ''))
  await expect(bell).toHaveText(/\d/)
  const before = await unread()

  const page = await openAs('root')
  await page.goto(`/page/actions/visits/${store}`)
  await page.getByRole('button', { name: 'Accept: NPS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add action' })
  await expect(dialog.getByRole('textbox', { name: 'Goal' })).not.toHaveValue('')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Deadline' }).fill('31/12/2030')
  await dialog.getByRole('combobox', { name: 'Responsible' }).fill('ada')
  await page.getByRole('option', { name: /Ada Admin/ }).click()
  await dialog.getByRole('textbox', { name: 'Add a comment' }).fill('A greeting at the door')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Action saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Accept: NPS' })).toBeHidden()
  // Others act meanwhile, so there may be more.
  await expect.poll(unread).toBeGreaterThan(before)
  await bell.click()
  await expect(told.getByText(/^Action assigned to you: .*NPS/).first()).toBeVisible()

  // What was done in a closed one, and what it changed.
  await page.getByRole('button', { name: /^Staff/ }).click()
  const closed = page.getByRole('dialog', { name: 'Edit action' })
  await expect(closed).toContainText('The goal was not met')
  await expect(closed).toContainText(/comparable units|Too few answers/)
  await expectGoodLooks(page)
  await page.keyboard.press('Escape')
  await expect(closed).toBeHidden()

  await page.getByRole('button', { name: 'Evaluate' }).first().click()
  await expect(page.getByText(/actions? evaluated|No action was due/)).toBeVisible(afterOtherTasks)

  await page.getByRole('button', { name: /^NPS/ }).click()
  const edited = page.getByRole('dialog', { name: 'Edit action' })
  await expect(edited).toContainText('A greeting at the door')
  await edited.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete the action?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Action deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept: NPS' })).toBeVisible()
})

test('a suggested action is accepted, evaluated once it is due, and its effect shown with its interval', async ({
  openAs,
}) => {
  test.setTimeout(240_000)
  const page = await openAs('root')
  await page.goto('/page/actions/visits/country=SE;region=se-south')
  await page.getByRole('button', { name: 'Accept: Checkout and queues' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add action' })
  await dialog.getByRole('textbox', { name: 'Goal' }).fill('7.5')
  // It began some months ago and its deadline is past, so that it is due.
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-GB')
  await dialog.getByRole('textbox', { name: 'From date' }).fill(daysAgo(150))
  await dialog.getByRole('textbox', { name: 'Deadline' }).fill(daysAgo(30))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Action saved')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Evaluate' }).first().click()
  // Another journey may evaluate the actions of the survey at the same moment, and an earlier try have left one.
  await expect(page.getByText(/actions? evaluated: |No action was due/)).toBeVisible(afterOtherTasks)
  await expect(page.getByRole('button', { name: 'Accept: Checkout and queues' })).toBeVisible()
  await page.getByRole('button', { name: 'Checkout and queues', exact: true }).first().click()
  const closed = page.getByRole('dialog', { name: 'Edit action' })
  await expect(closed).toContainText(/The goal was (not )?met: \d/)
  await expect(closed).toContainText(/comparable units.* \(95 % interval [−+]\d.* to [−+]\d/)
  await expect(closed).toContainText(/\d+ answers before, \d+ after/)
})

test('the page of actions, own notices and the mails of the server look right, wide and narrow, light and dark', async ({
  openAs,
}) => {
  const page = await openAs('root')
  await page.goto('/page/actions/visits/root')
  await expect(page.getByText('Which actions helped')).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('button', { name: /^Notices/ }).click()
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible()
  await expectGoodLooks(page)
  await page.goto('/mails/visits')
  await expect(page.getByRole('heading', { level: 1, name: 'Outgoing e-mail' })).toBeVisible()
  await expectGoodLooks(page)
})
