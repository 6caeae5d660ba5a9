import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { root } from '../scripts/find-node.mjs'
import { expect, goWithin, productUrl, signIn, test } from './fixtures.ts'
import { screenBar, widgetBar } from './first-load.ts'
import { gensvar } from './gensvar.ts'
import { expectGoodLooks } from './looks.ts'
import { workbook } from './own-data.ts'
import type { Cell } from './own-data.ts'

/** A red square of 8 by 8. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4oKCAFTEMLQkAKj9AAXjm1WMAAAAASUVORK5CYII=',
  'base64',
)

test('root gives an organisation its looks and its calendar, a survey its name and effects, and reads its status', async ({
  openWindow,
}, testInfo) => {
  const rows = Array.from({ length: 40 }, (_, at): Cell[] => [`Hotel ${at % 4}`, 1 + (at % 5), 1 + ((at + 2) % 5)])
  const file = await workbook(testInfo, 'nights.xlsx', [['hotel', 'overall', 'breakfast'], ...rows])
  const named = ['--universe', 'hotels', '--survey', 'nights']
  await gensvar('import', file, ...named, '--hierarchy', 'hotel')

  const page = await openWindow()
  await signIn(page, 'root', '/?universe=hotels&survey=nights')
  await page.getByRole('button', { name: 'Administration' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await expect(page.getByText('The logo is saved.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Colour' }).selectOption({ label: 'Another colour' })
  await page.getByRole('textbox', { name: 'Colour code' }).fill('#ffd400')
  await expect(page.getByText(/^White text on it would be hard to read \(1\.4:1\)/)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Sat' }).check()
  await page.getByRole('combobox', { name: 'Public holidays of' }).selectOption({ label: 'Sweden' })
  await page.getByRole('button', { name: 'Save organisation' }).click()
  await expect(page.getByText('The organisation is saved.')).toBeVisible()
  await expectGoodLooks(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Colour code' })).toHaveValue('#ffd400')
  await expect(page.getByRole('checkbox', { name: 'Sat' })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Public holidays of' })).toHaveValue('SE')
  await expect(page.getByRole('main').getByRole('img', { name: 'Logo' })).toBeVisible()

  await page.locator('a[href^="/survey/nights/"]').click()
  // The page before has a text of this name too.
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible()
  await page.getByRole('textbox', { name: 'English' }).fill('Nights with us')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('heading', { name: 'Nights with us', level: 1 })).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('tab', { name: 'Effects' }).click()
  await page.getByRole('button', { name: 'Add effects' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add effects' })
  await dialog.getByRole('combobox', { name: 'Place' }).fill('Hotel 2')
  await page.getByRole('option', { name: 'Hotel 2' }).click()
  await dialog.getByRole('combobox', { name: 'Question' }).click()
  await page.getByRole('option', { name: /breakfast/i }).click()
  await dialog.getByRole('textbox', { name: 'Effect' }).fill('0.4')
  await expectGoodLooks(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Effects of Hotel 2' })).toContainText('0.40')

  await page.getByRole('button', { name: 'People and places' }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await expect(page.getByRole('heading', { name: 'Status of Nights with us', level: 1 })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: /Hotel 2/ })).toBeVisible()
  await expectGoodLooks(page)
})

test('keys open a screen for everybody and a rating on the pages of others, until they are revoked; nothing else but notices, login and the test page opens without sign-in (NAV-09) (STATIC-05)', async ({
  openAs,
  openWindow,
}) => {
  const page = await openAs('root')
  await page.goto('/surveylist/visits')
  const tokens = new Map<string, string>()
  for (const [type, name] of [
    ['Big screen', 'entrance'],
    ['Widget with the score', 'website'],
    ['Widget for search engines', 'search'],
  ] as const) {
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New key' })
    await dialog.getByRole('combobox', { name: 'What it opens' }).selectOption({ label: type })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    if (name === 'entrance') await expectGoodLooks(page)
    await dialog.getByRole('button', { name: 'Make key' }).click()
    const made = page.getByRole('dialog', { name: `The token of ${name}` })
    tokens.set(name, await made.getByRole('textbox', { name: 'Token', exact: true }).inputValue())
    await made.getByRole('button', { name: 'I have copied it' }).click()
  }

  const lobby = await openWindow({ cold: true, viewport: { width: 1280, height: 720 } })
  const scripts: Promise<number>[] = []
  lobby.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname))
      scripts.push(response.body().then((body) => gzipSync(body).length))
  })
  await lobby.goto(`/bigscreen/${tokens.get('entrance')}`)
  await expect(lobby.getByRole('heading', { name: 'Nordic Retail' })).toBeVisible()
  await expect(lobby.getByRole('region', { name: 'What customers say' })).toContainText(/1 \/ 20/)
  const sizes = await Promise.all(scripts)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(screenBar)
  expect(await lobby.context().cookies()).toEqual([])
  for (const [width, height] of [
    [1280, 720],
    [3840, 2160],
    [1080, 1920],
  ] as const) {
    await lobby.setViewportSize({ width, height })
    // Everything is on the screen, and the comment is as large as fits.
    await expect.poll(() => lobby.evaluate(unseen), { message: `${width} × ${height}` }).toEqual([])
  }
  await expectGoodLooks(lobby)
  const again = () => lobby.evaluate(() => void window.dispatchEvent(new Event('online')))
  await lobby.route('**/rest/bigscreen/**', (route) => route.abort())
  await again()
  await expect(lobby.getByText(/^No connection since/)).toBeVisible()
  await expect(lobby.getByRole('heading', { name: 'Nordic Retail' })).toBeVisible()
  await lobby.unroute('**/rest/bigscreen/**')
  await again()
  await expect(lobby.getByText(/^No connection since/)).toBeHidden()

  const [score, search] = ['website', 'search'].map((name) => `${productUrl()}/widget/${tokens.get(name)}`)
  const shop = await foreignPage(
    `<main><h1>Our shop</h1><script async src="${score}/score.js"></script><script async src="${search}/rating.js"></script>
     <iframe src="${score}" title="Rating"></iframe></main>`,
  )
  try {
    const visitor = await openWindow({ cold: true })
    const widget = visitor.waitForResponse(`${score}/score.js`)
    await visitor.goto(shop.url)
    const rating = visitor.getByRole('region', { name: 'Nordic Retail' })
    await expect(rating.getByRole('img')).toHaveAccessibleName(/^\d\.\d out of 10$/)
    await expect(rating).toContainText(/[\d,]+ reviews/)
    await expect(visitor.frameLocator('iframe').getByText(/[\d,]+ reviews/)).toBeVisible()
    const markup = visitor.locator('script[type="application/ld+json"]')
    await expect(markup).toHaveCount(1)
    expect(JSON.parse((await markup.textContent()) ?? '')).toMatchObject({
      aggregateRating: { '@type': 'AggregateRating', bestRating: 10, worstRating: 1 },
    })
    expect(gzipSync(await (await widget).body()).length).toBeLessThan(widgetBar)
    expect(await visitor.context().cookies()).toEqual([])
    await expectGoodLooks(visitor)
  } finally {
    await shop.close()
  }

  await opensNothingElse(await openWindow())

  await page.getByRole('button', { name: 'entrance' }).click()
  await page.getByRole('dialog', { name: 'Key entrance' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog', { name: 'Revoke entrance?' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The key is revoked.')).toBeVisible()
  await again()
  await expect(lobby.getByText(/^This screen is not open any more\./)).toBeVisible()
  await expect(lobby.getByRole('heading', { name: 'Nordic Retail' })).toBeHidden()
})

/** Goes to every address of the application with nobody signed in: the open ones are shown, all others ask for sign-in. */
async function opensNothingElse(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.locator('button[name=demo]').first()).toBeVisible()
  for (const [address, heading] of [
    ['/upgrade', 'An upgrade is in progress'],
    ['/vgs', 'This dashboard has moved'],
    ['/finland', 'The login address has moved'],
    ['/responsive', 'Responsive test'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(address)
  }
  const table = await readFile(join(root, 'web/src/router.tsx'), 'utf8')
  const [, closed = ''] = table.split('shell.addChildren([')
  const addresses = [...closed.matchAll(/(?:inside|listed|reached)\('(\/[^']+)'|path: '(\/[^']+\/\$\w+)'/g)]
  expect(addresses.length).toBeGreaterThan(35)
  // The answer without content keeps the page, so that it need not be loaded again for each of them.
  const login = '**/protocol/openid-connect/auth?**'
  await page.route(login, (route) => route.fulfill({ status: 204 }))
  for (const [, first, second] of addresses) {
    const address = (first ?? second ?? '').replaceAll(/\$\w+/g, '1')
    const asked = page.waitForRequest(login)
    await goWithin(page, address)
    await asked
  }
  await page.unroute(login)
}

/** Texts of a big screen that are cut off, or outside of the window. */
function unseen(): string[] {
  const { innerWidth: width, innerHeight: height } = window
  return [
    ...document.querySelectorAll<HTMLElement>('#screen h1, #screen p, #screen blockquote, #screen dd, #screen button'),
  ]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect()
      return left < 0 || top < 0 || right > width + 1 || bottom > height + 1 || one.scrollHeight > one.clientHeight + 2
    })
    .map(({ textContent }) => textContent)
}

/** A page of somebody else, at an address of its own, that allows scripts and frames of the product and no inline style. */
async function foreignPage(body: string): Promise<{ url: string; close: () => Promise<void> }> {
  const policy = `default-src 'none'; script-src ${productUrl()}; frame-src ${productUrl()}`
  const page = `<!doctype html><html lang="en"><head><title>Our shop</title></head><body>${body}</body></html>`
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(page),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    // Another site than the product's, also for cookies.
    url: `http://localhost:${port}/`,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
