import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'
import { workbook } from './own-data.ts'
import type { Cell } from './own-data.ts'

const named = ['--universe', 'wording', '--survey', 'wording']

const configuration = `
indicators:
  web: { title: { en: Visits on the web }, expression: "count()", where: "channel = web", decimals: 0 }
pages:
  - extname: overview
    title: { en: Overview }
    icon: home
    components:
      - { type: variable-block, config: { id: head, size: 12, variables: [web] } }
      - { type: results-block, config: { id: results, size: 12 } }
`

/** A survey of 15 questions with 40 responses, a quarter of them on the web. */
async function importSurvey(testInfo: TestInfo): Promise<void> {
  const ratings = ['overall', ...Array.from({ length: 11 }, (_, at) => `aspect ${at + 1}`)]
  const head = ['shop', 'channel', ...ratings, 'remark']
  const rows = Array.from({ length: 40 }, (_, at): Cell[] => [
    `Shop ${at % 4}`,
    at % 4 === 0 ? 'web' : 'desk',
    ...ratings.map((_rating, question) => 1 + ((at * 3 + question) % 5)),
    at % 2 === 0 ? 'The staff were helpful and quick' : null,
  ])
  const file = await workbook(testInfo, 'wording.xlsx', [head, ...rows])
  const config = join(testInfo.outputDir, 'config.yaml')
  await writeFile(config, configuration)
  await gensvar('import', file, ...named, '--hierarchy', 'shop', '--config', config)
}

test('root finds a question, renames it and a choice, which figures and configuration follow, and is refused a type', async ({
  openWindow,
}, testInfo) => {
  await importSurvey(testInfo)
  const page = await openWindow()
  await signIn(page, 'root', '/?universe=wording&survey=wording')
  const web = page.getByRole('article', { name: 'Visits on the web' })
  await expect(web).toContainText('10')
  await page.getByRole('button', { name: 'Administration' }).click()
  await page.locator('a[href^="/survey/wording/"]').click()
  await page.getByRole('tab', { name: 'Questions' }).click()
  await expect(page.getByText('1–10 of 15 questions')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit question/ })).toHaveCount(10)
  await expectGoodLooks(page)

  const search = page.getByRole('searchbox', { name: 'Search questions' })
  await search.fill('chan')
  await expect(page.getByText('1 question', { exact: true })).toBeVisible()
  await page
    .getByRole('list', { name: /^Choices of/ })
    .getByRole('button', { name: /^web/ })
    .click()
  const choice = page.getByRole('dialog', { name: /^Edit choice/ })
  await choice.getByRole('textbox', { name: 'Name' }).fill('online')
  await choice.getByRole('button', { name: 'Save choice' }).click()
  const asked = page.getByRole('dialog', { name: 'Rename “web” to “online”?' })
  await expect(asked).toContainText('answers of 10 responses')
  await expect(asked).toContainText(/places? in the configuration/)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(choice.getByText('Nothing was saved').first()).toBeVisible()
  await choice.getByRole('button', { name: 'Save choice' }).click()
  await asked.getByRole('button', { name: 'Rename everywhere' }).click()
  await expect(choice).toHaveCount(0)

  await search.fill('overall')
  await page.getByRole('button', { name: 'Edit question “Overall”' }).click()
  const question = page.getByRole('dialog', { name: /^Edit question/ })
  await question.getByRole('group', { name: 'Title' }).getByRole('textbox', { name: 'English' }).fill('All in all')
  await question.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Date' })
  await question.getByRole('button', { name: 'Save question' }).click()
  await expect(question.getByText('A question of the type scale cannot become date.').first()).toBeVisible()
  await expectGoodLooks(page)
  await question.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Scale' })
  await question.getByRole('button', { name: 'Save question' }).click()
  await expect(question).toHaveCount(0)
  await search.fill('remark')
  await page.getByRole('button', { name: 'Edit question “Remark”' }).click()
  await question.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Any number' })
  await question.getByRole('button', { name: 'Save question' }).click()
  await expect(question.getByText(/^The configuration needs the type it has, line \d+: 'remark'/).first()).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)

  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(web).toContainText('10')
  await expect(page.getByText('All in all').first()).toBeVisible()
  const stored = await gensvar('configuration', 'show', '--survey', 'wording')
  expect(stored).toContain('channel = online')
  expect(stored).not.toContain('channel = web')
})
