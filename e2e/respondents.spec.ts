import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { expect, signIn, test } from './fixtures.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'
import { workbook } from './own-data.ts'
import type { Cell } from './own-data.ts'

test('a respondent is found, handed what is held, and erased; the others are anonymised', async ({
  openWindow,
}, testInfo) => {
  const rows = Array.from({ length: 40 }, (_, at): Cell[] => [
    `c${at}`,
    `Shop ${at % 4}`,
    1 + (at % 5),
    `guest${at}.of@example.org`,
    `Remark number ${at}`,
  ])
  const head = ['customer', 'shop', 'overall', 'email', 'remark']
  const file = await workbook(testInfo, 'guests.xlsx', [head, ...rows])
  const named = ['--universe', 'guests', '--survey', 'guests']
  await gensvar('import', file, ...named, '--hierarchy', 'shop', '--key', 'customer')

  const page = await openWindow()
  await signIn(page, 'root', '/?universe=guests&survey=guests')
  const answers = page.getByRole('article', { name: 'Answers' })
  await expect(answers).toContainText('40')
  await page.getByRole('button', { name: 'People and places' }).click()
  await page.getByRole('menuitem', { name: 'Respondents' }).click()
  const box = page.getByRole('textbox', { name: 'Email, phone, name or customer number' })
  const find = async (text: string) => {
    await box.fill(text)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
  }
  const found = page.getByRole('table', { name: 'Responses found' })
  await find('guest7.of@example.org')
  await expect(found.getByRole('row')).toHaveCount(2)
  await expectGoodLooks(page)
  await found.getByRole('rowheader').getByRole('button').click()
  const held = page.getByRole('dialog', { name: 'What is held' })
  await expect(held).toContainText('Remark number 7')
  const begun = page.waitForEvent('download')
  await held.getByRole('button', { name: 'Download' }).click()
  const handed = textInArchive(await readFile(await (await begun).path()), 'Held data.json')
  expect(handed).toContain('guest7.of@example.org')
  expect(handed).toContain('Remark number 7')
  expect(handed).not.toContain('guest8')

  await held.getByRole('button', { name: 'Erase…' }).click()
  const erasing = page.getByRole('dialog', { name: 'Erase for good' })
  await expect(erasing).toContainText('Responses 1')
  const erase = erasing.getByRole('button', { name: 'Erase 1 response' })
  await expect(erase).toBeDisabled()
  await erasing.getByRole('textbox', { name: /^Type “erase”/ }).fill('erase')
  await expectGoodLooks(page)
  await erase.click()
  await expect(page.getByText('Erased: 1 response')).toBeVisible()
  await find('guest7.of@example.org')
  await expect(page.getByText('Nobody found')).toBeVisible()
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(answers).toContainText('39')

  await page.getByRole('button', { name: 'People and places' }).click()
  await page.getByRole('menuitem', { name: 'Respondents' }).click()
  await expect(page.getByText('Responses 39')).toBeVisible()
  await expect(page.getByText('Customer numbers 39')).toBeVisible()
  await page.getByRole('button', { name: 'Anonymise…' }).click()
  const question = page.getByRole('dialog', { name: 'Anonymise now' })
  await expect(question).toContainText('39 responses are anonymised for good.')
  await question.getByRole('button', { name: 'Anonymise' }).click()
  await expect(page.getByText('Anonymise: all responses')).toBeVisible()
  await expect(page.getByText(/^Done · .* · 39 responses$/)).toBeVisible()
  await find('guest8.of@example.org')
  await expect(page.getByText('Nobody found')).toBeVisible()
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(answers).toContainText('39')
})

/** The text of a file of a zip archive, found by the archive's list of files. */
function textInArchive(archive: Buffer, name: string): string {
  const listed = archive.indexOf(name, archive.indexOf('PK\u0001\u0002', 0, 'latin1')) - 46
  const size = archive.readUInt32LE(listed + 20)
  const local = archive.readUInt32LE(listed + 42)
  const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  return inflateRawSync(archive.subarray(begin, begin + size)).toString('utf8')
}
