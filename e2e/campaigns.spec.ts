import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const place = 'country=SE;region=se-south;store=malmo-triangeln'

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const isAt = (page: Page, step: string) =>
  expect(page.locator('[aria-current=step]')).toHaveText(new RegExp(`${step}$`))
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('root walks the wizard to a campaign whose numbers add up, pauses it and sends a message again', async ({
  openAs,
}) => {
  const page = await openAs('root')
  await page.goto(`/samplelist/visits/${place}`)
  await expect(page.getByText(/^[\d,]+ customers selected$/)).toBeVisible()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await isAt(page, 'Campaign')
  await expect(page).toHaveTitle(/^New campaign · /)
  await expectGoodLooks(page)
  const name = `Malmö ${Date.now()}`
  await page.getByRole('textbox', { name: 'Campaign name' }).fill(name)
  await next(page)
  await isAt(page, 'Template')
  await expect(page.getByRole('combobox', { name: 'Template' })).toHaveValue('Invitation')
  await expect(page.getByRole('combobox', { name: 'Sender address' })).toHaveValue('hello@nordic-retail.example')
  await next(page)
  await isAt(page, 'Check data')
  const panel = page.getByRole('complementary', { name: 'Selected customers' })
  const count = async () => Number((await panel.getByRole('status').innerText()).replaceAll(/\D/g, ''))
  const all = await count()
  await page.getByRole('switch', { name: 'Members only' }).click()
  await expect.poll(count).toBeLessThan(all)
  await page.getByRole('switch', { name: 'Members only' }).click()
  await expect.poll(count).toBe(all)

  // Neither Back nor a reload loses what was entered.
  await page.goBack()
  await isAt(page, 'Template')
  await page.reload()
  await isAt(page, 'Template')
  await page.goForward()
  await isAt(page, 'Check data')
  await next(page)
  await isAt(page, 'Start')
  const recipients = page.getByRole('table', { name: 'Recipients' })
  const remove = recipients.getByRole('button', { name: /^Delete / }).first()
  await remove.click()
  await expect.poll(count).toBe(all - 1)
  await panel.getByRole('button', { name: 'Put back 1 taken out by hand' }).click()
  await expect.poll(count).toBe(all)
  const carousel = page.getByRole('group', { name: 'What they get' })
  await expect(carousel.locator('iframe')).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('button', { name: 'Start campaign' }).click()
  await dialog(page, 'Confirm').getByRole('button', { name: 'Start campaign' }).click()
  await expect(page.getByText(`${name} is now running`)).toBeVisible()

  // As many as the panel said, each in one part of the sum.
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const sum = page.getByText(new RegExp(`^${all.toLocaleString('en')} recipients? = `))
  await expect(sum).toBeVisible()
  await expect(sum).toHaveText(new RegExp(`= ${all.toLocaleString('en')} delivered$`), { timeout: 60_000 })
  await expectGoodLooks(page)
  const messages = page.getByRole('table', { name: 'Messages' })
  await messages
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Preview' }).click()
  await expect(dialog(page, 'Preview').locator('iframe')).toBeVisible()
  await page.keyboard.press('Escape')
  await messages
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Resend' }).click()
  await dialog(page, 'Confirm').getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('1 message will be sent again.')).toBeVisible()

  // The list has it, with rates to one decimal, and leads there and back.
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByRole('table', { name: 'Campaigns', exact: true }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('an auto-add campaign is paused, edited and goes on; its filters stay its own', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto(`/createmailcampaign/visits/invite/${place}`)
  const name = `Each day ${Date.now()}`
  await page.getByRole('textbox', { name: 'Campaign name' }).fill(name)
  await page.getByRole('radio', { name: 'Auto-add' }).click()
  for (const step of ['Template', 'Check data', 'Start']) {
    await next(page)
    await isAt(page, step)
  }
  await page.getByRole('button', { name: 'Start campaign' }).click()
  await dialog(page, 'Confirm').getByRole('button', { name: 'Start campaign' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('paused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/#basic$/)
  await expectGoodLooks(page)
  await page.getByRole('textbox', { name: 'To day' }).fill('-40')
  await expect(page.getByText('must be less than -40')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'To day' }).fill('-1')
  await page.getByRole('tab', { name: 'Filters' }).click()
  await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('The campaign was updated.')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('active', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog(page, 'Confirm').getByText('Stop campaign?')).toBeVisible()
  await dialog(page, 'Confirm').getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('stopped', { exact: true })).toBeVisible()
})

test('the rules of sending are kept, and a wrong line of addresses is named', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto('/sendingrules/visits')
  await expect(page.getByRole('button', { name: 'Save rules' })).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('button', { name: 'Add addresses' }).click()
  const adding = dialog(page, 'Add addresses')
  const box = adding.getByRole('textbox')
  await box.fill('never@example.org\n\nnot one')
  await adding.getByRole('button', { name: 'Add 2 addresses' }).click()
  await expect(adding.getByText('Line 2 is neither an e-mail address nor a phone number.')).toBeVisible()
  await box.fill('never@example.org')
  await adding.getByRole('button', { name: 'Add 1 address' }).click()
  await expect(page.getByRole('rowheader', { name: 'never@example.org' })).toBeVisible()
})
