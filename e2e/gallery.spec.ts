import type { Page } from '@playwright/test'
import { widgetTypes } from '@gensvar/contract/widgets/index'
import { expect, goWithin, test } from './fixtures.ts'
import { expectGoodLooks, expectNoOverflow } from './looks.ts'

const index = 'Everything to look at'

/** Opens a part of the gallery and waits until it is all there. */
async function openPart(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await expect(page.getByRole('link', { name: index })).toBeVisible()
  await expectAllLoaded(page)
}

/** Waits until the gallery shows everything that does not go on loading. */
async function expectAllLoaded(page: Page): Promise<void> {
  await expect(
    page.locator('section[data-state]:not([data-state=loading]) [role=status][aria-label=Loading]'),
  ).toHaveCount(0)
}

/** Addresses of the index's links below a heading. */
async function linksBelow(page: Page, heading: string): Promise<string[]> {
  const list = page.getByRole('navigation', { name: index }).locator('section').filter({ hasText: heading }).first()
  const links = list.getByRole('link')
  await expect(links.first()).toBeVisible()
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
}

/** The component types that the specification has its dispatcher handle. */
const specified =
  `development chart, data table, benchmark, priority, effect, choice line, grouped, delta, variable block,
  variable action block, menu block, data uploader, import set list, selection block, action overview, action plan, action
  manager, results block, text analytics, feedback overview, feedback sentiment, feedback search, question search,
  gamification overview, sample table, ranking table, global overview, indicator block, mail templates list, mail campaigns
  list, mail campaign details, global campaigns list, global values table, discriminator, record table, alert table`
    .split(/,\s+/)
    .map((name) => name.replaceAll(/\s+/g, '-'))

test.describe('the gallery, in both schemes, wide and narrow, violates nothing of WCAG 2.2 AA and does not overflow', () => {
  // One window for all types: in a new one the application is compiled again.
  test('with each component type in each state and width, every type that pages name among them (PAGE-06)', async ({
    openWindow,
  }) => {
    test.slow()
    const page = await openWindow()
    await page.goto('/responsive')
    await expect(page.getByRole('navigation', { name: index })).toBeVisible()
    const drawn: string[] = []
    for (const type of widgetTypes)
      await test.step(type, async () => {
        await goWithin(page, `/responsive?part=${type}`)
        await expect(page.getByRole('heading', { name: type, level: 2, exact: true })).toBeVisible()
        await expect(page.locator('section[data-state]')).toHaveCount(7)
        await expectAllLoaded(page)
        await expect(page.getByText('Unknown component')).toHaveCount(0)
        drawn.push(type)
        await expectGoodLooks(page)
        await page.getByRole('combobox', { name: 'Width' }).selectOption({ label: 'All widths' })
        await expect(page.locator('section[data-state]')).toHaveCount(35)
        await expectNoOverflow(page)
      })
    expect(specified.filter((type) => !drawn.includes(type))).toEqual([])
  })

  test('with the parts of the interface', async ({ openWindow }) => {
    test.slow()
    const page = await openWindow()
    await page.goto('/responsive')
    for (const address of await linksBelow(page, 'Parts of the interface'))
      await test.step(address, async () => {
        await openPart(page, address)
        await expectGoodLooks(page)
      })
  })

  test('with a dialog and with messages', async ({ openWindow }) => {
    const page = await openWindow()
    await openPart(page, '/responsive?part=dialogs')
    await expectGoodLooks(page, async () => {
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Failed' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    })
    await page.reload()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectGoodLooks(page)
  })
})
