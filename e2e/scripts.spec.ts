import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, TestInfo } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'

const survey = 'scripted'

/** Imports responses, each with a number, a store and a rating, as they arrive in a file. */
async function arrive(testInfo: TestInfo, name: string, rows: readonly string[]): Promise<void> {
  const file = join(testInfo.outputDir, name)
  await mkdir(testInfo.outputDir, { recursive: true })
  await writeFile(file, ['number,store,overall satisfaction', ...rows].join('\n'))
  const named = ['--universe', survey, '--survey', survey, '--hierarchy', 'store', '--key', 'number']
  await gensvar('import', file, ...named)
}

/** Number of the survey's responses. */
async function countResponses(): Promise<unknown> {
  const query = ['query', '--survey', survey, '--indicators', 'count()', '--format', 'json']
  return JSON.parse(await gensvar(...query))
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Script', exact: true })

/** Replaces the text of the script. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/** Types the beginning of a word and picks what is suggested. */
async function complete(page: Page, begun: string, suggested: RegExp): Promise<void> {
  await page.keyboard.type(begun)
  await page.getByRole('option', { name: suggested }).click()
}

/** Saves the script: first the question is answered with no, and nothing is sent, then with yes. */
async function saveOnceConfirmed(page: Page): Promise<void> {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`/rest/scripts/${survey}`)) sent.push(request.url())
  })
  const question = page.getByRole('dialog', { name: 'Save script?' })
  await page.getByRole('button', { name: 'Save script' }).click()
  await expect(question).toContainText('Save although you should be making changes through git?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(sent).toEqual([])
  await page.getByRole('button', { name: 'Save script' }).click()
  await question.getByRole('button', { name: 'Save script' }).click()
  await expect(page.getByText('The script is saved.').first()).toBeVisible()
  expect(sent).toHaveLength(1)
}

test('root writes, tries and saves a script that raises an alert, and reads why it fails once it is broken (SCRIPT-09a)', async ({
  openWindow,
}, testInfo) => {
  test.slow()
  const rows = Array.from({ length: 60 }, (_, at) => `r${at},Store ${at % 3},${at % 3 === 0 ? 1 : 4 + (at % 2)}`)
  await arrive(testInfo, 'first.csv', rows)
  const page = await openWindow()
  await signIn(page, 'root', `/?universe=${survey}&survey=${survey}`)
  await expect(page.getByRole('button', { name: 'Home', exact: true })).toBeVisible()

  // Every response of this store is an unhappy one.
  await page.goto(`/ranking/${survey}/root`)
  await page.getByRole('table', { name: 'Ranking' }).getByRole('link', { name: 'Store 0' }).click()
  const interview = await page.locator('a[href^="/interview/"]').first().getAttribute('href')
  const interviewId = /\d+$/.exec(interview ?? '')?.[0] ?? ''
  expect(interviewId).not.toBe('')

  await page.goto(`/surveylist/${survey}`)
  await page.locator(`a[href^="/survey/${survey}/"]`).click()
  await page.getByRole('tab', { name: 'Scripts' }).click()
  await expect(page.getByText('0 error events in total')).toBeVisible()
  await page.getByRole('button', { name: 'Add script' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('angry')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('GENERATE_ALERT')
  await write(page, 'function main(input) {\n  const rating = ')
  await complete(page, 'input.interview.', /^answers/)
  await complete(page, '.', /^overall_satisfaction/)
  await page.keyboard.insertText('\n  ')
  await complete(page, 'host.', /^log/)
  await complete(page, '.', /^info/)
  await page.keyboard.insertText("('Looked at it')\n  return rating <= 2 ? [{ rule: 'angry', due: '1d' }] : []\n}\n")
  await expect(editor(page)).toContainText('const rating = input.interview.answers.overall_satisfaction')
  await expect(editor(page)).toContainText("host.log.info('Looked at it')")
  await saveOnceConfirmed(page)
  await expect(page).toHaveURL(new RegExp(`/script/${survey}/\\d+/[1-9]\\d*$`))
  const address = page.url()

  await page.getByRole('textbox', { name: 'Number of an interview' }).fill(interviewId)
  await editor(page).press('ControlOrMeta+Enter')
  const change = page.getByRole('region', { name: 'What would change' }).getByRole('listitem')
  await expect(change).toHaveText(['Alert: angry'])
  await expect(page.getByRole('region', { name: 'What the script said' })).toContainText('Looked at it')
  await expect(page.getByText('A dry run: nothing was changed.')).toBeVisible()
  await expectGoodLooks(page)

  // The dry run raised none, so the one in the list is of the response that arrives.
  await arrive(testInfo, 'second.csv', ['r60,Store 1,1'])
  await page.goto(`/alertlist/${survey}/root`)
  const alerts = page.getByRole('table', { name: 'Alerts' }).locator('a[href^="/alert/"]')
  await expect(alerts).toHaveCount(1)
  await expect(page.getByRole('table', { name: 'Alerts' }).locator('tbody tr')).toContainText(/angry/)

  await page.goto(address)
  await write(page, 'function main({ interview }) {\n  return interview.nowhere.rule\n}\n')
  await saveOnceConfirmed(page)
  await arrive(testInfo, 'third.csv', ['r61,Store 1,1'])
  expect(JSON.stringify(await countResponses())).toContain('62')
  await page.reload()
  const events = page.getByRole('table', { name: 'Event log' })
  const failed = events.getByRole('row').filter({ hasText: 'ERROR' })
  await expect(failed).toHaveCount(1)
  await expect(failed).toContainText(/line 2, column \d+: TypeError/)
  await expectGoodLooks(page)
  await page.goto(`/alertlist/${survey}/root`)
  await expect(alerts).toHaveCount(1)

  await page.goto(address)
  await page.getByRole('button', { name: 'Delete all events' }).click()
  await page.getByRole('dialog', { name: 'Delete all events?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No events', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the survey' }).click()
  await page.getByRole('tab', { name: 'Scripts' }).click()
  await expect(page.getByText('0 error events in total')).toBeVisible()

  // A global one is saved by the same rule. It applies to this survey alone, so that it disturbs no other.
  await page.goto(`/script/${survey}/0`)
  await page.getByRole('textbox', { name: 'Name' }).fill('everywhere')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('GENERIC')
  await page.getByRole('combobox', { name: 'Surveys' }).fill(survey)
  await page.keyboard.press('Enter')
  await write(page, 'function main() {\n  return null\n}\n')
  await saveOnceConfirmed(page)
  await expect(page.getByRole('heading', { level: 1, name: 'everywhere' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog', { name: 'Delete script?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The script is deleted.')).toBeVisible()
})
