import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, signIn, test } from './fixtures.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'

/** Means of the ratings below with and without their zeros. */
const means = { counted: '2.75', blank: '3.00' }

test('what an import doubts is decided on screen, and the figures follow', async ({ openWindow }, testInfo) => {
  test.slow()
  const rows = Array.from({ length: 120 }, (_, index) => [
    `Store ${index % 3}`,
    index < 10 ? 0 : 1 + (index % 5),
    index % 12 === 7 ? 0 : 1 + ((index * 3) % 5),
  ])
  const file = join(testInfo.outputDir, 'seats.csv')
  await mkdir(testInfo.outputDir, { recursive: true })
  await writeFile(file, ['store,overall satisfaction,comfort', ...rows.map((row) => row.join(','))].join('\n'))
  await gensvar('import', file, '--universe', 'seats', '--survey', 'seats', '--hierarchy', 'store')

  const page = await openWindow()
  await signIn(page, 'root', '/?universe=seats&survey=seats')
  const tile = page.getByRole('article', { name: 'Overall satisfaction' })
  await expect(tile).toContainText(/2\.75|3\.00/)
  const isCounted = (await tile.innerText()).includes(means.counted)
  await page.getByRole('link', { name: 'Decide' }).click()
  await expect(page).toHaveURL(/\/doubtlist\/seats$/)
  const doubt = page.getByRole('listitem').filter({ hasText: 'Overall satisfaction' })
  await expect(doubt).toContainText('assumed by the import')
  await expectGoodLooks(page)
  await doubt.getByRole('button', { pressed: false }).click()
  await expect(doubt.getByRole('status')).toContainText('Decided')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview' }).click()
  await expect(tile).toContainText(isCounted ? means.blank : means.counted)

  // All of the kind alike, after one question.
  await page.goBack()
  const alike = page.getByRole('group', { name: 'Answers below their scale, in 2 questions' })
  const choice = alike.getByRole('button', { name: /\(\d\)$/ }).first()
  const isCount = (await choice.innerText()).startsWith('Count')
  await choice.click()
  await expect(page.getByRole('dialog')).toContainText('mean')
  await expectGoodLooks(page)
  await page.getByRole('button', { name: /^Decide all/ }).click()
  await expect(page.getByText(/^Decided, \d alike/)).toBeVisible()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview' }).click()
  await expect(tile).toContainText(isCount ? means.counted : means.blank)
})
