import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '../scripts/find-chromium.mjs'
import { root } from '../scripts/find-node.mjs'
import { startProduct } from './product.ts'
import { withoutNotices } from './without-notices.ts'

/** The output folder; it is emptied first. */
const folder = join(root, 'docs', 'screenshots', 'all')

/** The picture the README shows. */
const readmePicture = join(root, 'docs', 'screenshots', 'overview.png')

const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }
const schemes = ['light', 'dark'] as const

/** Screens by the name of their picture: who looks, and at which address. */
const screens: Record<string, { user: string; path: string }> = {
  overview: { user: 'admin', path: '/page/overview/visits/root' },
  drivers: { user: 'admin', path: '/page/drivers/visits/root' },
  ranking: { user: 'admin', path: '/ranking/visits/root' },
  'ranking-of-a-country': { user: 'admin', path: '/ranking/visits/country=SE' },
  interviews: {
    user: 'admin',
    path: '/ranking/visits/country=SE;region=se-south;store=malmo-triangeln;agent=a196',
  },
  'ranking-filtered': { user: 'admin', path: '/ranking/visits/date=last_1m' },
  alerts: { user: 'admin', path: '/alertlist/visits/root' },
  'global-overview': { user: 'overview', path: '/' },
  anonymous: { user: 'bank', path: '/' },
  'choose-universe': { user: 'two', path: '/' },
  'no-access': { user: 'elsewhere', path: '/ranking/visits/root' },
  unknown: { user: 'unknown', path: '/' },
  restricted: { user: 'restricted', path: '/' },
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const executablePath = findChromium()
const product = await startProduct()
try {
  await product.demoReady
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumArguments] })
  for (const [name, viewport] of Object.entries(widths))
    for (const colorScheme of schemes) await takeAll(browser, `${name}-${colorScheme}`, { viewport, colorScheme })
  await browser.close()
} finally {
  await product.stop()
}

async function takeAll(
  browser: Browser,
  look: string,
  options: { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' },
): Promise<void> {
  const signInPage = await openPage(browser, options)
  await signInPage.goto('/')
  await take(signInPage, `sign-in-${look}`)
  await signInPage.context().close()
  for (const [name, { user, path }] of Object.entries(screens)) {
    const page = await openPage(browser, options)
    await page.goto(path)
    await page.locator(`button[name="demo"][value="${user}"]`).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/realms/'))
    await take(page, `${name}-${look}`)
    if (`${name}-${look}` === 'overview-wide-light') await page.screenshot({ path: readmePicture })
    if (name === 'interviews') await takeInterview(page, look)
    if (name === 'restricted') await takeOwnDetails(page, look)
    await page.context().close()
  }
}

/** The newest interview of an agent, by its link in the list. */
async function takeInterview(page: Page, look: string): Promise<void> {
  await page.locator('a[href^="/interview/"]').first().click()
  await page.waitForURL('**/interview/**')
  await take(page, `interview-${look}`)
}

/** The user's own details, by the account menu. */
async function takeOwnDetails(page: Page, look: string): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Your details' }).click()
  await page.waitForURL('**/userdetails/**')
  await take(page, `own-details-${look}`)
}

async function openPage(
  browser: Browser,
  options: { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark' },
): Promise<Page> {
  const context = await browser.newContext({
    ...options,
    baseURL: product.url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await withoutNotices(page)
  return page
}

/** Takes a screenshot once nothing is loading any more. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  process.stdout.write(`${name}.png\n`)
}
