import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** What a page is told when a draft is published or an earlier version comes back. */
interface Published {
  published: { number: number; text: string }
}

const commentsOf = (text: string): string[] => text.split('\n').filter((line) => line.trimStart().startsWith('#'))

/** Presses a button and returns what the server answers a call with. */
async function answered<Answer>(page: Page, call: string, press: () => Promise<void>): Promise<Answer> {
  const response = page.waitForResponse((one) => one.url().includes(call))
  await press()
  return (await response).json() as Promise<Answer>
}

const openEditor = async (page: Page, survey: string) => {
  await page.goto(`/dashboard/${survey}`)
  await expect(page.getByRole('button', { name: 'Add page' })).toBeVisible()
}

const addComponent = async (page: Page, kind: RegExp) => {
  await page.getByRole('button', { name: 'Add component' }).click()
  await page.getByRole('dialog').getByRole('button', { name: kind }).click()
}

test('somebody who never saw the YAML publishes a page that others see at once, and rolls it back', async ({
  openAs,
}) => {
  const page = await openAs('root')
  await openEditor(page, 'e-commerce')
  await page.getByRole('button', { name: 'Add page' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title of the page' }).fill('Morning numbers')
  await page.keyboard.press('Enter')
  await addComponent(page, /^Tiles (?!that)/)
  await addComponent(page, /^Chart over time/)
  await addComponent(page, /^Ranking/)
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  const frame = page.frameLocator('iframe[title="Preview of Morning numbers"]')
  await expect(frame.getByRole('heading', { name: 'Development over time' })).toBeVisible()
  await expect(frame.getByRole('table').first()).toBeVisible()
  // The survey has an announcement, which a page shows over itself.
  await expect(frame.getByRole('dialog')).toHaveCount(0)

  const reader = await openAs('deputy')
  await reader.goto('/ranking/e-commerce/root')
  const pages = reader.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('link').first()).toBeVisible()
  await expect(pages.getByRole('link', { name: 'Morning numbers' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the draft' })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('For the morning meeting')
  const after = await answered<Published>(page, '/rest/dashboard/publish/', () =>
    dialog.getByRole('button', { name: 'Publish' }).click(),
  )
  await expect(pages.getByRole('link', { name: 'Morning numbers' })).toBeVisible({ timeout: 5_000 })

  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('button', { name: `Compare with version ${after.published.number - 1}` }).click()
  await page.getByRole('button', { name: /^Roll back to version/ }).click()
  const back = await answered<Published>(page, '/rest/dashboard/rollback/', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click(),
  )
  expect(commentsOf(after.published.text)).toEqual(commentsOf(back.published.text))
  expect(after.published.text.startsWith(back.published.text.trimEnd())).toBe(true)
  await expect(pages.getByRole('link', { name: 'Morning numbers' })).toHaveCount(0, { timeout: 5_000 })
})

test('two people who edit one draft are told of each other, and what is wrong is told with line and column', async ({
  openAs,
}) => {
  const [page, other] = [await openAs('root'), await openAs('deputy')]
  await openEditor(page, 'visits')
  await openEditor(other, 'visits')
  const write = async (window: Page, text: string) => {
    await window.getByRole('tab', { name: 'YAML' }).click()
    const editor = window.getByRole('textbox', { name: 'Configuration' })
    await editor.click()
    await window.keyboard.press('ControlOrMeta+Home')
    await window.keyboard.insertText(text)
  }
  await write(page, '# by root\n')
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  await write(other, '# by the deputy\n')
  const told = other.getByRole('alert').filter({ hasText: 'Meanwhile the draft was changed by root' })
  await expect(told).toBeVisible()
  await told.getByRole('button', { name: 'Load the other text' }).click()
  await expect(other.getByRole('textbox', { name: 'Configuration' })).toContainText('# by root')

  const wrong: [text: string, told: RegExp][] = [
    ['\tshort: 1\n', /Line 1, column 1.*tab/],
    ['colour: red\n', /Line 1, column 1.*colour/],
    ['lowBase: 5\nrankFrom: x\n', /Line 2, column \d+/],
    ['comparable: [delivery_of_another_survey]\n', /Line 1, column \d+.*delivery_of_another_survey/],
  ]
  for (const [text, words] of wrong) {
    await write(other, text)
    await expect(other.getByRole('button', { name: words })).toBeVisible()
    await other.getByRole('button', { name: 'Undo' }).click()
    await expect(other.getByRole('button', { name: words })).toHaveCount(0)
  }
  await other.getByRole('button', { name: 'Discard draft' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(other.getByText(/^As published/)).toBeVisible()
})

test('an administrator whom root has not allowed it meets no access', async ({ openAs }) => {
  const page = await openAs('bank')
  await page.goto('/dashboard/customers')
  await expect(page.getByText('You do not have access to this')).toBeVisible()
  await page.getByRole('button', { name: 'People and places' }).click()
  await expect(page.getByRole('menuitem', { name: 'Units' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Edit the dashboard' })).toHaveCount(0)
})
