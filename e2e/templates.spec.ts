import type { FrameLocator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const canvas = (page: Page): FrameLocator => page.frameLocator('iframe[title="The e-mail"]')
const part = (page: Page, name: RegExp) => page.getByRole('treeitem', { name })
const block = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name, exact: true })

/** Opens a new e-mail from the list, and names it. */
async function newMail(page: Page, name: string): Promise<void> {
  await page.goto('/page/send/visits/root')
  await page.getByRole('button', { name: 'Add template' }).click()
  await page.getByRole('menuitem', { name: 'E-mail template' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await expect(canvas(page).getByText('It takes about two minutes')).toBeVisible()
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The template was saved.').last()).toBeVisible()
}

/** A small picture, as a file. */
async function picture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const drawn = document.createElement('canvas')
    ;[drawn.width, drawn.height] = [60, 20]
    return drawn.toDataURL('image/png')
  })
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** Drags a block to a text of the mail, as a hand does: step by step. */
async function drag(page: Page, name: string, text: string): Promise<void> {
  const target = canvas(page).getByText(text)
  await block(page, name).scrollIntoViewIfNeeded()
  await block(page, name).hover()
  await page.mouse.down()
  const to = await target.boundingBox()
  if (!to) throw new Error(`"${text}" is not on the screen`)
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 8, { steps: 20 })
  await page.mouse.move(to.x + to.width / 2 + 4, to.y + to.height - 4, { steps: 5 })
  await expect(page.locator('.gjs-placeholder').filter({ visible: true }).first()).toBeVisible()
  await page.mouse.up()
}

test('an e-mail is designed with the mouse, in two languages and with an image, tested, duplicated and deleted (TMAIL-01) (TMAIL-02) (TMAIL-04)', async ({
  openAs,
  baseURL,
}, testInfo) => {
  const page = await openAs('admin', { viewport: { width: 1440, height: 1600 } })
  const outside: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) outside.push(request.url())
  })
  const name = `By mouse ${testInfo.retry}`
  await newMail(page, name)

  await test.step('a block is dragged to its place, a text edited in its place', async () => {
    await drag(page, 'Divider', 'It takes about two minutes')
    await expect(part(page, /^Divider/)).toBeVisible()
    await canvas(page).getByText('It takes about two minutes').dblclick()
    await page.keyboard.press('End')
    await page.keyboard.type(' Thank you.')
    await page.getByRole('button', { name: 'Merge tags' }).click()
    await page.getByRole('menuitem', { name: /^Name of the unit/ }).click()
    await expect(canvas(page).getByText('{{unit.title|}}')).toBeVisible()
    await canvas(page).getByText('Answer the survey').click()
    await page.getByLabel('Round corners').fill('20')
    await page.getByLabel('Round corners').press('Enter')
    await expect(part(page, /^Button/)).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('an image is uploaded and stands in the mail', async () => {
    await block(page, 'Image').click()
    const dialog = page.getByRole('dialog', { name: 'Images' })
    const file = await picture(page)
    const chosen = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await (await chosen).setFiles({ name: `shop${testInfo.retry}.png`, mimeType: 'image/png', buffer: file })
    await dialog.getByLabel('What the image shows').fill('Our shop')
    await dialog.getByRole('button', { name: `Insert shop${testInfo.retry}.png` }).click()
    await expect(part(page, /^Image/)).toContainText('Our shop')
    await expect(canvas(page).getByRole('img', { name: 'Our shop' })).toBeVisible()
  })

  await test.step('a second language begins as a copy; a check leads to what is wrong', async () => {
    await page.getByRole('button', { name: 'Add language' }).click()
    await page.getByRole('menuitem', { name: 'Finnish' }).click()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Millaista oli?')
    await expect(canvas(page).getByText('Thank you.')).toBeVisible()
    await part(page, /^Button/).click()
    await page.getByLabel('Background', { exact: true }).fill('#eeeeee')
    await page.getByLabel('Background', { exact: true }).press('Enter')
    await part(page, /^Whole e-mail/).click()
    await page.getByRole('button', { name: /hard to read/ }).click()
    await expect(part(page, /^Button/)).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Nothing is wrong.')).toBeVisible()
  })

  await save(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Update ${name}`)

  await test.step('a test in the language shown is in the outbox', async () => {
    const to = `finnish${testInfo.retry}@example.org`
    await page.getByRole('textbox', { name: 'Address' }).fill(to)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await expect(page.getByText(`a test is on its way to ${to}`)).toBeVisible()
    const root = await openAs('root')
    await root.goto('/mails/visits')
    await expect(async () => {
      await root.reload()
      await expect(root.getByRole('row', { name: new RegExp(to) })).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(root.getByRole('row', { name: new RegExp(to) })).toContainText('Millaista oli?')
  })

  await test.step('the preview shows what recipients get', async () => {
    await page.getByRole('button', { name: 'English (main)' }).click()
    await page.getByText('Preview', { exact: true }).click()
    const mail = page.frameLocator('iframe[title="Preview"]')
    await expect(mail.getByText(/Thank you\./)).toBeVisible()
    await expect(mail.getByRole('img', { name: 'Our shop' })).toBeVisible()
    await page.getByText('Designer', { exact: true }).click()
    await expect(canvas(page).getByText('Thank you.')).toBeVisible()
  })

  await test.step('a copy keeps the languages; the image is kept while the first one shows it', async () => {
    await page.getByRole('button', { name: 'Duplicate', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Create' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} copy`)
    await save(page)
    await expect(page.getByRole('button', { name: 'Finnish' })).toBeVisible()
    for (const left of [`${name} copy`, name]) {
      await page.goto('/page/send/visits/root')
      await page.getByRole('link', { name: left, exact: true }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('dialog', { name: 'Delete template?' }).getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('The template was deleted.').last()).toBeVisible()
    }
  })
  expect(outside).toEqual([])
})

test('an e-mail is designed by the keyboard alone, and its editor looks right in both schemes, wide and narrow', async ({
  openAs,
}, testInfo) => {
  const page = await openAs('admin')
  await newMail(page, `By keyboard ${testInfo.retry}`)
  const focused = page.locator(':focus')
  await part(page, /^Whole e-mail/).focus()
  for (let at = 0; at < 4; at++) await page.keyboard.press('ArrowDown')
  await expect(focused).toContainText('We would like to know')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(focused).toContainText('We would like to know')
  await page.keyboard.press('Enter')
  await expect(canvas(page).locator('[contenteditable=true]')).toBeFocused()
  await page.keyboard.type(' By keyboard.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Edit text' })).toBeFocused()
  await block(page, 'Paragraph').focus()
  await page.keyboard.press('Enter')
  await expect(part(page, /^Paragraph.*Write your text here/)).toHaveAttribute('aria-selected', 'true')
  await part(page, /^Paragraph.*Write your text here/).focus()
  await page.keyboard.press('Delete')
  await expect(part(page, /^Paragraph.*Write your text here/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The template was saved.')).toBeVisible()
  await page.getByText('Source', { exact: true }).click()
  const source = page.getByRole('textbox', { name: 'Source' })
  await expect(source).toContainText('two minutes. By keyboard.')
  await page.getByText('Designer', { exact: true }).click()
  await expect(canvas(page).getByText('By keyboard.')).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog', { name: 'Delete template?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The template was deleted.')).toBeVisible()
})

test('a store manager is not offered the templates', async ({ openAs }) => {
  const page = await openAs('store')
  await page.goto('/page/overview/visits/root')
  await expect(page.getByRole('link', { name: 'Overview', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Templates', exact: true })).toHaveCount(0)
})
