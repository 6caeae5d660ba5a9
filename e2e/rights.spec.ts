import type { Page } from '@playwright/test'
import { expect, goWithin, signIn, test } from './fixtures.ts'
import { workbook } from './own-data.ts'
import { rootPlaces, rootScreens } from './root-controls.ts'

test('a regional manager compares with the other regions and opens only their own', async ({ openAs }) => {
  const page = await openAs('region')
  await page.goto('/')
  await expect(page).toHaveURL(/\/visits\/country=SE;region=se-south$/)
  await page.goto('/ranking/visits/country=SE')
  const table = page.getByRole('table', { name: 'Ranking' })
  const sibling = table.getByRole('row', { name: /Northern Sweden/ })
  await expect(sibling).toContainText('You do not have access to this unit')
  // The sibling's figures are shown, but its row cannot be opened.
  await expect(sibling.getByRole('cell').nth(1)).toContainText(/\d/)
  await expect(sibling.getByRole('link')).toHaveCount(0)
  await sibling.getByRole('cell').nth(1).click()
  await expect(page).toHaveURL(/\/ranking\/visits\/country=SE$/)
  const refused = page.waitForResponse((answer) => answer.status() === 403)
  await page.goto('/ranking/visits/country=SE;region=se-north')
  await refused
  await expect(page.getByText('You do not have access to this', { exact: true })).toBeVisible()
  await expect(table).toHaveCount(0)
  await page.goto('/ranking/visits/country=SE')
  await table.getByRole('link', { name: 'Southern Sweden' }).click()
  await expect(table.getByRole('link', { name: 'Malmö Triangeln' })).toBeVisible()
})

test('a store manager starts at the own store', async ({ openAs }) => {
  const page = await openAs('store')
  await page.goto('/')
  await expect(page).toHaveURL(/\/page\/overview\/visits\/country=SE;region=se-south;store=malmo-triangeln$/)
  const bar = page.getByRole('navigation', { name: 'Drill path' })
  await expect(bar.getByRole('button', { name: 'Malmö Triangeln', exact: true })).toHaveAttribute(
    'aria-current',
    'location',
  )
  await expect(page.getByRole('region', { name: 'Our team' })).toBeVisible()
})

test('a restricted user works like others, and edits no profile but their own (LOGIN-11b) (USERS-06a)', async ({
  openWindow,
}) => {
  const page = await openWindow()
  await signIn(page, 'restricted')
  await expect(page).toHaveURL(/\/page\/overview\/visits\/.*store=uppsala-granby$/)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Your details' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('restricted@example.org')
  const own = page.url()
  await page.goto(own.replace(/\d+$/, '1'))
  await expect(page.getByText('You do not have access to this', { exact: true })).toBeVisible()
  await page.goto(own)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Svenska')
  await page.getByRole('button', { name: 'Save language' }).click()
  await expect(page.getByText('användaren har sparats')).toBeVisible()
  await expect(page).toHaveURL(/\/page\/overview\/visits\//)
  await expect(page.getByRole('button', { name: 'Logga ut' })).toBeVisible()
})

test('a filter off the hierarchy narrows every figure', async ({ openAs }) => {
  const tile = 'CSI'
  const counts: number[] = []
  for (const user of ['root', 'channel']) {
    const page = await openAs(user)
    await page.goto('/page/overview/visits/root')
    const text = await page
      .getByRole('article', { name: tile })
      .getByText(/answers$/)
      .innerText()
    counts.push(Number(text.replaceAll(/\D/g, '')))
    await page.goto('/page/overview/visits/channel=store')
    const narrowed = await page
      .getByRole('article', { name: tile })
      .getByText(/answers$/)
      .innerText()
    counts.push(Number(narrowed.replaceAll(/\D/g, '')))
  }
  const [all, inStores, own, ownInStores] = counts as [number, number, number, number]
  expect(inStores).toBeLessThan(all)
  expect(own).toBe(inStores)
  expect(ownInStores).toBe(inStores)
})

test('an anonymous survey hides figures of few answers and every single one', async ({ openAs }) => {
  const page = await openAs('bank')
  await page.goto('/ranking/customers/country=NO;area=no-east')
  const table = page.getByRole('table', { name: 'Ranking' })
  const hidden = table.getByRole('row', { name: /Fewer than \d+ answers/ })
  await expect(hidden.first()).toBeVisible()
  expect(await hidden.count()).toBeGreaterThan(1)
  await expect(
    hidden
      .first()
      .getByRole('img', { name: /^Fewer than \d+ answers/ })
      .first(),
  ).toBeVisible()
  await page.goto('/ranking/customers/country=NO;area=no-east;branch=drammen')
  await expect(page.getByText('so single interviews are not shown', { exact: false })).toBeVisible()
  await expect(page.locator('a[href^="/interview/"]')).toHaveCount(0)
})

test('root manages everything, with every control that the others lack: an administrator sees none of them (SEC-01) (SEC-02a)', async ({
  openAs,
}, testInfo) => {
  test.slow()
  const file = await workbook(testInfo, 'customers.xlsx', [
    ['Customer', 'Email'],
    ['Kim', 'kim@example.org'],
  ])
  const walk = async (page: Page, as: 'root' | 'an administrator') => {
    for (const { name, open, shown, instead, extras, leave } of rootScreens(file))
      await test.step(`${name}, as ${as}`, async () => {
        await open(page)
        await expect(shown(page)).toBeVisible()
        if (as !== 'root' && instead) await expect(instead(page)).toBeVisible()
        for (const [what, extra] of Object.entries(extras))
          if (as === 'root') await expect(extra(page).first(), what).toBeVisible()
          else await expect(extra(page), what).toHaveCount(0)
        await leave?.(page)
      })
  }
  const manageAll = async (page: Page) => {
    for (const { address, open, parts } of rootPlaces)
      await test.step(`${address}, as root`, async () => {
        await (open ?? goWithin)(page, address)
        for (const { tab, control } of parts) {
          if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click()
          await expect(control(page).first()).toBeVisible({ timeout: 60_000 })
        }
      })
    await page.getByRole('button', { name: /failures? recorded$/ }).click()
    const failures = page.getByRole('dialog')
    for (const name of ['Reload', 'Clear'])
      await expect(failures.getByRole('button', { name, exact: true })).toBeVisible()
  }
  const isRefused = async (page: Page) => {
    const refused = page.getByText('You do not have access to this', { exact: true })
    for (const { address } of rootPlaces)
      await test.step(`${address}, as an administrator`, async () => {
        // A screen of their own between, so that each refusal is a new one.
        await goWithin(page, '/userlist/visits')
        await expect(refused).toHaveCount(0)
        await goWithin(page, address)
        await expect(refused, address).toBeVisible()
      })
  }
  const [root, administrator] = [await openAs('root'), await openAs('admin')]
  await Promise.all([
    walk(root, 'root').then(() => manageAll(root)),
    walk(administrator, 'an administrator').then(() => isRefused(administrator)),
  ])
})
