import type { Page } from '@playwright/test'
import { chooseUser, expect, signIn, test } from './fixtures.ts'

/** A store manager's agent with two pages of interviews. */
const agent = 'country=SE;region=se-south;store=malmo-triangeln;agent=a196'

/** Goes one step down by the menu at a step of the drill path bar. */
async function stepDown(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Go to a unit below ${from}`, exact: true }).click()
  await page.getByRole('option', { name: to }).click()
}

test('root signs in and reads results as tiles, charts, rankings, alerts, feedback, awards and action plans (SHELL-04); every file of the application is under /new/ (CONST-01)', async ({
  openWindow,
}) => {
  const page = await openWindow()
  const files = new Set<string>()
  page.on('request', (request) => {
    if (['script', 'stylesheet', 'font', 'image', 'manifest'].includes(request.resourceType()))
      files.add(new URL(request.url()).pathname)
  })
  await signIn(page, 'root')
  await expect(page).toHaveURL(/\/page\/overview\/visits\/root$/)
  const tile = page.getByRole('article', { name: 'NPS' })
  await expect(tile).toContainText('Goal 35')
  await expect(tile).toContainText(/[\d,]+ answers/)
  const chart = page.getByRole('img', { name: /^Development: CSI/ })
  await expect(chart).toBeVisible()
  const results = page.getByRole('table', { name: 'Business drivers' })
  await results.getByRole('button', { name: 'Show the questions of Staff' }).click()
  await expect(results.getByRole('row', { name: /Helpful staff/ })).toContainText(/\d\.\d/)
  await expect(page.getByRole('region', { name: 'Suggested actions' })).toBeVisible()
  const goTo = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
  await goTo('Ranking')
  const units = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: /CSI/ }) })
  await expect(units.getByRole('row', { name: /Sweden/ })).toContainText(/\d+\.\d/)
  await goTo('Alerts')
  await expect(page.getByRole('table', { name: 'Alerts' }).getByRole('row').nth(1)).toContainText(/Open|Processing/)
  await goTo('Feedback')
  await expect(page.getByText(/^\d+\.\d\d\s%$/).first()).toBeVisible()
  await goTo('Awards')
  await expect(page.getByRole('list', { name: 'Awards' }).getByText(/\d/).first()).toBeVisible()
  await goTo('Actions')
  await expect(page.getByRole('region', { name: 'Open actions' })).toBeVisible()
  expect(files.size).toBeGreaterThan(10)
  // A picture that somebody uploaded is data, which a call answers.
  const others = [...files].filter((path) => !path.startsWith('/new/') && !path.startsWith('/rest/'))
  expect(others).toEqual([])
  const html = await (await page.request.get('/')).text()
  const named = [...html.matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((address) => !address?.startsWith('/new/'))).toEqual([])
})

test('the drill path bar leads down to a store and up again', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto('/page/overview/visits/root')
  const answers = page.getByRole('article', { name: 'CSI' }).getByText(/answers$/)
  const count = async () => Number((await answers.innerText()).replaceAll(/\D/g, ''))
  await expect(answers).toBeVisible()
  const counts = [await count()]
  for (const [from, to, path] of [
    ['All', 'Sweden', 'country=SE'],
    ['Sweden', 'Southern Sweden', 'country=SE;region=se-south'],
    ['Southern Sweden', 'Malmö Triangeln', 'country=SE;region=se-south;store=malmo-triangeln'],
  ] as const) {
    await stepDown(page, from, to)
    await expect(page).toHaveURL(new RegExp(`/page/overview/visits/${path}$`))
    await expect.poll(count).toBeLessThan(counts.at(-1) ?? 0)
    counts.push(await count())
  }
  const bar = page.getByRole('navigation', { name: 'Drill path' })
  await bar.getByRole('button', { name: 'Sweden', exact: true }).click()
  await expect(page).toHaveURL(/\/visits\/country=SE$/)
  await expect.poll(count).toBe(counts[1])
})

test('the rankings page shows path, search, download, filters and its components (NAV-11) (RANK-01a) (RANK-01b) (RANK-01c) (RANK-01d) (RANK-01e) (RANK-02)', async ({
  openAs,
}) => {
  const page = await openAs('root')
  await page.goto('/ranking/visits/root')
  await expect(
    page.getByRole('navigation', { name: 'Drill path' }).getByRole('button', { name: 'All', exact: true }),
  ).toBeVisible()
  await expect(
    page.getByRole('complementary', { name: 'Filters' }).getByRole('tab', { name: 'Standard' }),
  ).toBeVisible()
  // The page has its own ranking table, so the default one is not added.
  await expect(page.getByRole('table', { name: 'Ranking' })).toHaveCount(1)
  await expect(page.getByRole('table', { name: 'Ranking' }).getByRole('row', { name: /Sweden/ })).toBeVisible()
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('menuitem', { name: 'Ranking as shown (CSV)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Search' }).fill('triangeln')
  await page.getByRole('option', { name: /Malmö Triangeln/ }).click()
  await expect(page).toHaveURL(/\/ranking\/visits\/country=SE;region=se-south;store=malmo-triangeln$/)
})

test('a click on a row drills down to single interviews, and a click on one of them opens it (RANK-12) (RANK-09) (NAV-12)', async ({
  openAs,
}) => {
  const page = await openAs('root')
  await page.goto('/ranking/visits/root')
  const table = page.getByRole('table', { name: /^(Ranking|Interviews)$/ })
  for (const [unit, path] of [
    ['Sweden', 'country=SE'],
    ['Southern Sweden', 'country=SE;region=se-south'],
    ['Malmö Triangeln', 'country=SE;region=se-south;store=malmo-triangeln'],
    ['Lena Björk', agent],
  ] as const) {
    // Click anywhere on the row, not only on its link.
    await table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: unit, exact: true }) })
      .getByRole('cell')
      .nth(1)
      .click()
    await expect(page).toHaveURL(new RegExp(`/ranking/visits/${path}$`))
  }
  await expect(table.getByRole('columnheader', { name: 'Visited on' })).toBeVisible()
  const row = table
    .getByRole('row')
    .filter({ has: page.locator('a[href^="/interview/"]') })
    .first()
  // Comment and score come first, then the date.
  const customer = await row.getByRole('cell').nth(2).innerText()
  await row.getByRole('cell').first().click()
  await expect(page).toHaveURL(/\/interview\/visits\/\d+$/)
  await expect(page.getByRole('heading', { name: customer, level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Key questions' })).toContainText('Overall satisfaction')
  const first = page.url()
  await expect(page.getByText(/^1 of /)).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByText(/^2 of /)).toBeVisible()
  expect(page.url()).not.toBe(first)
  // Neither the browser's Back nor the page's own loses a typed comment without a question.
  const box = page.getByRole('textbox', { name: 'Add a comment' })
  await box.fill('Called the customer')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Discard the changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(box).toHaveValue('Called the customer')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(table.getByRole('columnheader', { name: 'Visited on' })).toBeVisible()
})

test('paging, sorting and scrolling survive reload and back (RANK-27)', async ({ openAs }) => {
  const page = await openAs('root', { viewport: { width: 1440, height: 600 } })
  await page.goto(`/ranking/visits/${agent};date=all_time`)
  const table = page.getByRole('table', { name: 'Interviews' })
  const header = table.getByRole('columnheader', { name: 'Overall satisfaction' })
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', /./)
  const direction = await header.getAttribute('aria-sort')
  await page.getByRole('button', { name: 'Page 2' }).click()
  const address = /sortBy=overall/
  await expect(page).toHaveURL(address)
  await expect(page).toHaveURL(/page=1/)
  await expect(page).toHaveURL(/sortDesc=/)
  const shown = page.getByRole('navigation', { name: 'Pages of the table' }).getByText(/^51–/)
  await expect(shown).toBeVisible()
  await page.reload()
  await expect(shown).toBeVisible()
  await expect(header).toHaveAttribute('aria-sort', direction ?? '')
  const last = table.locator('a[href^="/interview/"]').last()
  await last.scrollIntoViewIfNeeded()
  const before = await positionOf(page)
  expect(before).toBeGreaterThan(100)
  await last.click()
  await expect(page.getByRole('table', { name: 'Key questions' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(shown).toBeVisible()
  await expect(header).toHaveAttribute('aria-sort', direction ?? '')
  await expect.poll(() => positionOf(page)).toBe(before)
})

/** Scroll position of the page and its table, in pixels. */
function positionOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const table = document.querySelector('[data-scroll-restoration-id^="table"]')
    return Math.round(window.scrollY + (table?.scrollTop ?? 0))
  })
}

test('a comment on an interview stays there', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto(`/ranking/visits/${agent}`)
  await page.locator('a[href^="/interview/"]').first().click()
  await expect(page.getByText('Nobody has commented on this interview yet.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Called the customer back.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Called the customer back.' })).toContainText('Rut Root')
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Called the customer back.' })).toBeVisible()
})

test('a shared address asks for sign-in and then shows the same view (LOGIN-11a) (AUTH-13)', async ({ openWindow }) => {
  const page = await openWindow()
  const view = '/ranking/visits/country=SE;region=se-south;gender=female?sortBy=nps&sortDesc=true'
  await page.goto(view)
  await chooseUser(page, 'admin')
  await expect(page).toHaveURL(view)
  const table = page.getByRole('table', { name: 'Ranking' })
  await expect(table.getByRole('rowheader', { name: 'Malmö Triangeln' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: /^NPS/ })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('group', { name: 'Active filters' })).toContainText('Gender')
})

test('a redirect is followed only together with a survey, else the start page opens (LOGIN-11b) (LOGIN-12a) (LOGIN-12b)', async ({
  openAs,
  openWindow,
}) => {
  const target = encodeURIComponent('/page/drivers/visits/country=NO')
  const fresh = await openWindow()
  await signIn(fresh, 'admin', `/?redirect=${target}`)
  await expect(fresh).toHaveURL(/\/page\/overview\/visits\/root$/)
  const page = await openAs('root')
  await page.goto(`/?redirect=${target}&survey=visits`)
  await expect(page).toHaveURL(/\/page\/drivers\/visits\/country=NO$/)
  await page.goto(`/?redirect=${target}`)
  await expect(page).toHaveURL(/\/page\/overview\/visits\/root$/)
})

test('any page of the survey opens by its name (NAV-17)', async ({ openAs }) => {
  const page = await openAs('root')
  await page.goto('/page/waiting/visits/country=FI')
  await expect(page.getByRole('heading', { name: 'Waiting', level: 1 })).toBeAttached()
  await expect(page.getByRole('article', { name: 'Waiting time' })).toContainText(/\d answers/)
  await expect(
    page.getByRole('navigation', { name: 'Drill path' }).getByRole('button', { name: 'Finland', exact: true }),
  ).toBeVisible()
})

test('every call carries the token and the survey looked at (CALL-01) (AUTH-14)', async ({ openAs }) => {
  const page = await openAs('root')
  const calls: { path: string; authorization: string | undefined; survey: string | undefined }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (!path.startsWith('/rest/')) return
    const headers = request.headers()
    calls.push({ path, authorization: headers['authorization'], survey: headers['x-survey'] })
  })
  await page.goto('/page/overview/visits/root')
  await expect(page.getByRole('table', { name: 'Business drivers' })).toBeVisible()
  await page.getByRole('link', { name: 'Ranking', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Ranking' })).toBeVisible()
  expect(calls.length).toBeGreaterThan(5)
  for (const call of calls) {
    // This one precedes a token: it asks for the session of the cookie.
    if (call.path !== '/rest/authentication/validatecookie')
      expect(call.authorization, call.path).toMatch(/^Bearer \S+/)
    expect(call.survey, call.path).toBe('visits')
  }
  calls.length = 0
  await page.getByRole('button', { name: /^Survey:/ }).click()
  await page.getByRole('menuitem', { name: 'Online orders' }).click()
  await expect(page).toHaveURL(/\/e-commerce\//)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => calls.length).toBeGreaterThan(2)
  const about = calls.filter((call) => call.path.includes('/e-commerce'))
  expect(about.every((call) => call.authorization !== undefined && call.survey === 'e-commerce')).toBe(true)
  expect(calls.at(-1)?.survey).toBe('e-commerce')
})
