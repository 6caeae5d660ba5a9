import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'
import { choosePassword, enterPassword, signInAsOwner, workbook } from './own-data.ts'
import type { Cell } from './own-data.ts'
import { startProduct } from './product.ts'

const cafes = [
  ['North', 'Tallinn'],
  ['North', 'Narva'],
  ['South', 'Riga'],
  ['South', 'Vilnius'],
] as const

/** 80 visits to four cafés of two regions: 20 to each. */
const visits: Cell[][] = Array.from({ length: 80 }, (_, at) => [
  ...(cafes[at % 4] ?? []),
  new Date(Date.UTC(2026, at % 6, 1 + (at % 28))).toISOString().slice(0, 10),
  1 + ((at * 7) % 5),
  ['Coffee', 'Lunch', 'Cake'][at % 3] ?? '',
])
const head = ['Region', 'Café', 'Visit date', 'Overall satisfaction', 'Purpose']

test('an empty installation is set up in the browser: organisation, survey, role, a user who sees their part, metadata and units', async ({
  openWindow,
}, testInfo) => {
  test.slow()
  const file = await workbook(testInfo, 'visits.xlsx', [head, ...visits])
  const product = await startProduct(undefined, { hasDemo: false })
  try {
    const page = await openWindow({ baseURL: product.url })

    await test.step('root signs in and finds the administration', async () => {
      await signInAsOwner(page, product.dataFolder)
      await expect(page.getByText('There is no survey here yet.')).toBeVisible()
      // The session goes on as it began, though there is no organisation to choose.
      await page.reload()
      await page.getByRole('button', { name: 'Administration' }).click()
      await expect(page.getByRole('heading', { name: 'Administration', level: 1 })).toBeVisible()
    })

    await test.step('an organisation is made and entered', async () => {
      await page.getByRole('button', { name: 'New organisation' }).click()
      const dialog = page.getByRole('dialog', { name: 'New organisation' })
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Baltic Cafés')
      await dialog.getByRole('textbox', { name: /^Short name/ }).fill('baltic')
      await dialog.getByRole('button', { name: 'Make organisation' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('banner')).toContainText('Baltic Cafés')
      await expect(page.getByRole('heading', { name: 'Organisation', level: 2 })).toBeVisible()
      await expect(page.getByRole('link', { name: 'administrator', exact: true })).toBeVisible()
      await expectGoodLooks(page)
    })

    await test.step('a survey is made of a file, with two levels', async () => {
      await page.getByRole('link', { name: 'Use your own data' }).click()
      await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      const levels = page.getByRole('list', { name: 'Levels' })
      await expect(levels.getByRole('listitem')).toHaveText([/^Region/])
      await page.getByRole('combobox', { name: 'Add a level' }).selectOption({ label: 'Café' })
      await expect(levels.getByRole('listitem')).toHaveText([/^Region/, /^Café/])
      await page.getByRole('button', { name: 'Create the survey' }).click()
      await expect(page.getByRole('article', { name: 'Overall satisfaction' })).toContainText('80 answers')
    })

    await test.step('a role is made that opens it', async () => {
      await openAdministration(page)
      await page.getByRole('button', { name: 'Add role' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('café manager')
      await page.getByRole('switch', { name: 'Access to the survey' }).press('Space')
      await page.getByRole('button', { name: 'Save role' }).click()
      await expect(page.getByRole('heading', { name: 'café manager' })).toBeVisible()
    })

    const link = await test.step('a user of one café is invited', async () => {
      await page.getByRole('button', { name: 'Users', exact: true }).click()
      await page.getByRole('link', { name: 'New user' }).click()
      await page.getByRole('textbox', { name: 'E-mail' }).fill('riga@example.org')
      await page.getByRole('textbox', { name: 'First name' }).fill('Ilze')
      await page.getByRole('textbox', { name: 'Last name' }).fill('Ozola')
      await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'café manager' })
      const filters = page.getByRole('group', { name: 'Question filters: Visits' })
      await filters.getByRole('combobox', { name: /^Add a filter/ }).selectOption({ label: 'Café' })
      await filters.getByRole('combobox', { name: 'Café', exact: true }).fill('Rig')
      await page.getByRole('option', { name: 'Riga' }).click()
      await page.keyboard.press('Escape')
      await expectGoodLooks(page)
      await page.getByRole('button', { name: 'Save user' }).click()
      const told = page.getByRole('dialog', { name: 'The user is invited' })
      const address = await told.getByRole('textbox', { name: 'Link to choose a password' }).inputValue()
      await told.getByRole('button', { name: 'Close' }).last().click()
      await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
      return address
    })

    await test.step('they sign in and see their own part alone', async () => {
      const theirs = await openWindow({ baseURL: product.url })
      await choosePassword(theirs, link)
      await theirs.getByRole('link', { name: 'Sign in' }).click()
      await enterPassword(theirs, 'riga@example.org')
      await theirs.getByRole('button', { name: 'Sign in' }).click()
      await expect(theirs.getByRole('article', { name: 'Overall satisfaction' })).toContainText('20 answers')
      const place = theirs.getByRole('navigation', { name: 'Drill path' })
      await expect(place.getByRole('button', { name: 'Riga', exact: true })).toHaveAttribute('aria-current', 'location')
      await expect(theirs.getByRole('button', { name: 'Administration' })).toHaveCount(0)
      const refused = theirs.waitForResponse((answer) => answer.status() === 403)
      await theirs.goto('/page/overview/visits/Region=North')
      await refused
      await expect(theirs.getByText('You do not have access to this', { exact: true })).toBeVisible()
    })

    await test.step('a question and a choice are mended', async () => {
      await openAdministration(page)
      await page.getByRole('table', { name: 'Surveys' }).getByRole('link', { name: 'Visits' }).click()
      await page.getByRole('tab', { name: 'Questions' }).click()
      const search = page.getByRole('searchbox', { name: 'Search questions' })
      await search.fill('satisfaction')
      await expect(page.getByText('1 question', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: /^Edit/ }).click()
      const question = page.getByRole('dialog', { name: /^Edit question/ })
      const titles = question.getByRole('group', { name: 'Title' })
      await titles.getByRole('textbox', { name: 'English' }).fill('How satisfied are you')
      await question.getByRole('button', { name: 'Save question' }).click()
      await expect(question).toHaveCount(0)
      await search.fill('purpose')
      await page.getByRole('button', { name: /^Coffee/ }).click()
      const choice = page.getByRole('dialog', { name: /^Edit choice/ })
      await choice.getByRole('textbox', { name: 'Name' }).fill('Drink')
      await choice.getByRole('button', { name: 'Save choice' }).click()
      const asked = page.getByRole('dialog', { name: /^Rename/ })
      await expect(asked).toContainText('answers of 27 responses')
      await asked.getByRole('button', { name: 'Rename everywhere' }).click()
      await expect(choice).toHaveCount(0)
    })

    await test.step('a unit gets another title, and figures show all of it', async () => {
      await page.getByRole('button', { name: 'People and places' }).click()
      await page.getByRole('menuitem', { name: 'Units' }).click()
      await page.getByRole('button', { name: 'Actions for North' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      const unit = page.getByRole('dialog', { name: 'North' })
      await unit.getByRole('textbox', { name: 'English' }).fill('The North')
      await unit.getByRole('button', { name: 'Save unit' }).click()
      await expect(unit).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'The North', exact: true })).toBeVisible()
      await expectGoodLooks(page)
      await page.goto('/ranking/visits/Purpose=Drink')
      const north = page.getByRole('table', { name: 'Ranking' }).getByRole('row', { name: /The North/ })
      await expect(north.getByRole('cell').last()).toHaveText('13')
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview' }).click()
      await expect(page.getByRole('article', { name: 'Answers' })).toContainText('27')
      await expect(page.getByText('How satisfied are you')).toBeVisible()
    })
  } finally {
    await product.stop()
  }
})

/** Opens root's administration by its button in the top bar. */
async function openAdministration(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { name: 'Administration', level: 1 })).toBeVisible()
}
