import { expect, test } from './fixtures.ts'

test('a manager keeps the agreed work, reads the contacts and compares surveys', async ({ openAs }) => {
  const page = await openAs('region')
  await page.goto('/page/work/visits/country=SE;region=se-south;date=all_time')

  await test.step('rows are added, changed and deleted, and stay so', async () => {
    const table = page.getByRole('table', { name: 'Agreed this quarter' })
    await expect(table.getByRole('row')).toHaveCount(4)
    await page.getByRole('button', { name: 'Add row', exact: true }).click()
    const added = page.getByRole('dialog', { name: 'Add a row' })
    await added.getByRole('textbox', { name: 'What' }).fill('Warmer lights')
    await added.getByRole('textbox', { name: 'Who' }).fill('Rikard Region')
    await added.getByRole('button', { name: 'Add row' }).click()
    await expect(page.getByText('The row is added')).toBeVisible()
    await table.getByRole('button', { name: 'Edit Warmer lights' }).click()
    const edited = page.getByRole('dialog', { name: 'Edit the row' })
    await edited.getByRole('textbox', { name: 'Until' }).fill('31/01/2027')
    await edited.getByRole('button', { name: 'Save row' }).click()
    await expect(table.getByRole('row', { name: /Warmer lights/ })).toContainText('31 Jan 2027')
    await page.reload()
    await expect(table.getByRole('row', { name: /Warmer lights/ })).toContainText('Rikard Region')
    await table.getByRole('button', { name: 'Delete Warmer lights' }).click()
    await page.getByRole('dialog', { name: 'Delete row?' }).getByRole('button', { name: 'OK' }).click()
    await expect(page.getByText('data deleted')).toBeVisible()
    await expect(table.getByRole('row')).toHaveCount(4)
  })

  await test.step('records are sorted and paged by the server, and their file opens', async () => {
    const table = page.getByRole('table', { name: 'Contacts with customers' })
    const pages = page.getByRole('navigation', { name: 'Pages of the table' }).last()
    await pages.getByRole('combobox', { name: 'Rows per page' }).selectOption('25')
    await expect(pages.getByText(/^1–25 of /)).toBeVisible()
    const newest = await table.getByRole('rowheader').first().innerText()
    const header = table.getByRole('columnheader', { name: 'Contacted on' })
    await header.getByRole('button').click()
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(table.getByRole('rowheader').first()).not.toHaveText(newest)
    await pages.getByRole('button', { name: 'Page 2' }).click()
    await expect(pages.getByText(/^26–/)).toBeVisible()
    const card = page.locator('section', { has: table }).last()
    await card.getByRole('button', { name: 'Save the table as shown' }).click()
    const file = page.context().waitForEvent('response', (answer) => answer.url().includes('/rest/tables/records/'))
    await page.getByRole('menuitem', { name: 'Save the table as shown (CSV)' }).click()
    const answer = await file
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-disposition']).toContain('.csv')
  })

  await test.step('the figures of each survey come by the stream', async () => {
    const stream = page.waitForResponse((answer) => answer.url().includes('/rest/tables/globalvalues/'))
    await page.reload()
    expect((await stream).headers()['content-type']).toContain('text/event-stream')
    const row = page.getByRole('table', { name: 'All surveys' }).getByRole('row', { name: /Store visits/ })
    await expect(row.getByRole('cell').first()).toHaveText(/^-?\d+$/)
  })
})

test('a manager reads what customers say, from a figure to its comments, and corrects one', async ({ openAs }) => {
  test.setTimeout(240_000)
  const page = await openAs('region')
  await page.goto('/page/drivers/visits/country=SE;date=all_time')
  const table = page.getByRole('table', { name: 'Search in comments' })
  const found = page.locator('section', { has: table }).last().getByRole('status').first()

  const { count, title, category } = await test.step('a figure leads to exactly the comments it counts', async () => {
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What people say' }) })
    const largest = card.getByRole('list', { name: 'Largest categories: Negative' }).getByRole('link').first()
    // The demo's comments are judged in the background.
    await largest.waitFor()
    await expect(card.getByText(/still being analysed/)).toHaveCount(0, { timeout: 120_000 })
    await page.reload()
    const [title = '', number = ''] = ((await largest.getAttribute('aria-label')) ?? '').split(': ')
    const counted = Number(number.replaceAll(/\D/g, ''))
    expect(counted).toBeGreaterThan(0)
    await largest.click()
    await expect(page).toHaveURL(/\/page\/feedback\/.*\.sentiment=negative&[^#]*\.category=/)
    await expect(found).toHaveText(new RegExp(`^${counted.toLocaleString('en')}\\s`))
    return { count: counted, title, category: new URL(page.url()).searchParams.get('feedback_comments.category') ?? '' }
  })

  await test.step('a word narrows them, and stays in the address', async () => {
    const comment = await table.getByRole('rowheader').first().locator('[dir=auto]').innerText()
    const word = /\p{Ll}{4,}/u.exec(comment)?.[0] ?? ''
    await page.locator('section', { has: table }).last().getByRole('textbox', { name: 'Filter the table' }).fill(word)
    await expect(page).toHaveURL(new RegExp(`\\.term=${encodeURIComponent(word)}`))
    await expect(table.getByRole('rowheader').first()).toContainText(new RegExp(word, 'i'))
    await page.reload()
    await expect(table.getByRole('rowheader').first()).toContainText(new RegExp(word, 'i'))
  })

  await test.step('the answers to one question are an Excel file', async () => {
    const file = page.context().waitForEvent('response', (answer) => answer.url().includes('/rest/comments/file/'))
    await page.getByRole('button', { name: 'Download Excel' }).click()
    const answer = await file
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-disposition']).toContain('.xlsx')
  })

  await test.step('a corrected comment is no longer among them, until the correction is taken back', async () => {
    const address = '/page/feedback/visits/country=SE;date=all_time'
    const comments = `${address}?feedback_comments.category=${category}&feedback_comments.sentiment=`
    await page.goto(`${comments}negative`)
    await expect(found).toHaveText(new RegExp(`^${count.toLocaleString('en')}\\s`))
    const comment = await table.getByRole('rowheader').first().locator('[dir=auto]').innerText()
    await table.getByRole('button', { name: 'Why, and correct' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
    await dialog.getByRole('combobox', { name: `What it says of ${title}` }).selectOption('Neutral')
    await dialog.getByRole('button', { name: 'Save the correction' }).click()
    await expect(page.getByText('The comment is corrected')).toBeVisible()
    await expect(found).toHaveText(new RegExp(`^${(count - 1).toLocaleString('en')}\\s`))
    await page.goto(`${comments}neutral`)
    const row = table.getByRole('row').filter({ hasText: comment }).first()
    await row.getByRole('button', { name: 'Why, and correct' }).click()
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
    await dialog.getByRole('button', { name: 'Take the correction back' }).click()
    await expect(page.getByText('The correction is taken back')).toBeVisible()
  })
})
