import type { Page, Request } from '@playwright/test'
import { expect, goWithin, test } from './fixtures.ts'
import { percentagesOn } from './percentages.ts'
import { withoutNotices } from './without-notices.ts'

const store = 'country=SE;region=se-south;store=malmo-triangeln'

interface Tile {
  name: string
  title: { en?: string } | string
  cases: 'interviews' | 'samples' | 'alerts' | 'closed' | null
  nInterviews: number
  value: number
}

interface Block {
  variables: Tile[]
  blocks: { variables: Tile[] }[]
}

/** Opens a page and returns the tiles that its blocks were answered with. */
async function tilesOf(page: Page, address: string): Promise<Tile[]> {
  const tiles: Tile[] = []
  const waiting: Promise<void>[] = []
  const listen = (response: { url: () => string; json: () => Promise<unknown> }) => {
    if (!response.url().includes('/rest/widgets/data/')) return
    waiting.push(
      response.json().then((answer) => {
        const { variables, blocks } = answer as Partial<Block>
        for (const part of [{ variables }, ...(blocks ?? [])]) tiles.push(...(part.variables ?? []))
      }),
    )
  }
  page.on('response', listen)
  await page.goto(address)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  page.off('response', listen)
  await Promise.all(waiting)
  return tiles
}

/** Number of cases that the list at an address has. */
async function totalAt(page: Page, href: string): Promise<number> {
  let total = Number.NaN
  const answered = page.waitForResponse(async (response) => {
    const url = response.url()
    const isOfAlerts = href.startsWith('/alertlist/') && url.includes('rowFrom=')
    if (!url.includes('/rest/rankings/cases/') && !isOfAlerts) return false
    // A page that asks again, because its answers moved, leaves the first answer unread.
    const answer = (await response.json().catch(() => null)) as { rankingData: { totalNumberRows: number } } | null
    if (answer) total = answer.rankingData.totalNumberRows
    return answer !== null
  })
  await goWithin(page, href)
  await answered
  return total
}

test('every tile of the demo opens exactly the cases it counts', async ({ openAs }) => {
  const page = await openAs('root')
  await withoutNotices(page)
  for (const address of ['/page/overview/visits/root', '/page/overview/visits/country=SE;date=last_1y;channel=store']) {
    const tiles = (await tilesOf(page, address)).filter(({ cases }) => cases !== null)
    expect(tiles.length).toBeGreaterThan(0)
    const hrefs = new Map<string, string>()
    // A tile that leads to its cases itself has no link beside it.
    const links = page.getByRole('link', { name: /^Open what / }).or(page.locator('article a[href*="cases="]'))
    for (const link of await links.all()) {
      const href = (await link.getAttribute('href')) ?? ''
      hrefs.set(new URL(href, page.url()).searchParams.get('cases') ?? 'alerts', href)
    }
    const totals = new Map<string, number>()
    for (const { name, cases, nInterviews, value } of tiles) {
      // Alerts have a list of their own.
      const href = hrefs.get(name) ?? hrefs.get(cases ?? '')
      expect(href, `${name} at ${address}`).toBeDefined()
      // A tile of two blocks leads to one list.
      const total = totals.get(name) ?? (await totalAt(page, href ?? ''))
      totals.set(name, total)
      expect(total, `${name} at ${address}`).toBe(cases === 'alerts' ? value : nInterviews)
    }
  }
})

/** An address without what differs from row to row, so that one of each kind is opened. */
const kindOf = (href: string) => href.replace(/\/\d+/, '/0').replaceAll(/=[^;/?&]+/g, '=')

/** What a page says of itself when it has nothing for the user. */
const deadEnds = '[data-state="no-access"], [data-state="failed"], [data-state="too-slow"]'

/**
 * Waits until a page has asked for nothing for half a second, as `networkidle` does for one that is loaded; for one at which
 * another address was opened since.
 */
function watchCalls(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let movedAt = performance.now()
  const ended = (request: Request) => {
    open.delete(request)
    movedAt = performance.now()
  }
  page.on('request', (request) => {
    open.add(request)
    movedAt = performance.now()
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    movedAt = performance.now()
    const isQuiet = () => open.size === 0 && performance.now() - movedAt > 500
    await expect.poll(isQuiet, { intervals: [50], timeout: 40_000 }).toBe(true)
  }
}

/** Opens an address, which shows something, as a link does, and returns the percentages on it. */
async function expectSomethingAt(
  page: Page,
  href: string,
  callsEnded: () => Promise<void>,
): Promise<ReturnType<typeof percentagesOn>> {
  await goWithin(page, href)
  await callsEnded()
  await expect(page.locator('main').getByRole('heading').first(), href).toBeAttached()
  await expect(page.locator(deadEnds), href).toHaveCount(0)
  await expect(page.getByText('not available in this version', { exact: false }), href).toHaveCount(0)
  return percentagesOn(page)
}

/** Everything disabled on the page can be focused and says why. */
async function expectReasons(page: Page): Promise<void> {
  for (const part of await page.locator('[aria-disabled="true"]:not([role="option"])').all()) {
    await expect(part).toHaveAccessibleDescription(/.+\./)
    expect(await part.evaluate((element) => (element as HTMLElement).tabIndex)).toBeGreaterThanOrEqual(-1)
  }
}

for (const [user, starts] of [
  ['root', ['/page/overview/visits/root', '/ranking/visits/root', `/ranking/visits/${store};agent=a196`]],
  ['store', [`/page/overview/visits/${store}`, '/ranking/visits/country=SE;region=se-south']],
  ['bank', ['/page/overview/customers/root', '/ranking/customers/country=NO;area=no-east']],
] as const)
  test(`what ${user} can click arrives somewhere or says why not, and each percentage on the way has one decimal, those of the sentiment chart two (CONST-04)`, async ({
    openAs,
  }) => {
    const page = await openAs(user)
    await withoutNotices(page)
    const callsEnded = watchCalls(page)
    await page.goto(starts[0])
    const found = new Map<string, string>()
    const read: Awaited<ReturnType<typeof percentagesOn>> = []
    const open = async (href: string) => {
      const shown = await expectSomethingAt(page, href, callsEnded)
      const wrong = shown.filter(({ decimals, isOfSentiments }) => decimals !== (isOfSentiments ? 2 : 1))
      expect(wrong, href).toEqual([])
      read.push(...shown)
    }
    const collect = async () => {
      for (const link of await page.locator('a[href^="/"]').all()) {
        const href = (await link.getAttribute('href')) ?? ''
        if (!found.has(kindOf(href))) found.set(kindOf(href), href)
      }
    }
    for (const start of starts) {
      await open(start)
      await collect()
      await expectReasons(page)
      for (const chevron of await page.getByRole('button', { name: /^Go to a unit below/ }).all()) {
        await chevron.click()
        await expect(page.locator('[role="option"]:not([aria-disabled="true"])').first()).toBeVisible()
        await page.keyboard.press('Escape')
      }
      for (const menu of await page.locator('button[aria-haspopup="menu"]').all()) {
        await menu.click()
        await expect(page.getByRole('menu')).toBeVisible()
        await expectReasons(page)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('menu')).toHaveCount(0)
      }
    }
    expect(found.size).toBeGreaterThan(2)
    for (const href of found.values()) await open(href)
    // The others have no page of comments, or its shares are withheld.
    if (user !== 'root') return
    expect(read.filter(({ isOfSentiments }) => !isOfSentiments).length).toBeGreaterThan(0)
    expect(read.filter(({ isOfSentiments }) => isOfSentiments).length).toBeGreaterThan(0)
  })
