import { setTimeout as delay } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import type { BrowserContext, BrowserContextOptions, Page, WebError } from '@playwright/test'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

interface WindowOptions extends BrowserContextOptions {
  /** In a new browser context, which has fetched no file of the application yet. */
  cold?: boolean
}

interface Fixtures {
  /** Opens a window; nobody is signed in. */
  openWindow: (options?: WindowOptions) => Promise<Page>
  /** Opens a window in which a demo user is signed in; the first time it goes through the sign-in page. */
  openAs: (user: string, options?: WindowOptions) => Promise<Page>
}

interface WorkerFixtures {
  /** Cookies of the demo users that have signed in. */
  sessions: Map<string, State>
  /** Browser contexts that earlier tests left. They have the application's files, which halves the time it takes to load. */
  usedContexts: BrowserContext[]
}

/** Whether something is closed within ten seconds: a browser that hangs there must not take a test's whole time. */
async function closesInTime(closing: Promise<unknown>): Promise<boolean> {
  return Promise.race([closing.then(() => true), delay(10_000, false, { ref: false })])
}

const signedOut: State = { cookies: [], origins: [] }

/** Tests against the running product. A window that throws fails the test it was opened in. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: async ({}, use) => use(productUrl()),
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  usedContexts: [async ({}, use) => use([]), { scope: 'worker' }],
  openWindow: async ({ browser, contextOptions, usedContexts }, use, testInfo) => {
    const contexts = new Map<BrowserContext, { isPlain: boolean }>()
    const thrown: string[] = []
    const note = (one: WebError) => void thrown.push(one.error().stack ?? one.error().message)
    await use(async ({ cold = false, storageState, ...options } = {}) => {
      const isPlain = Object.keys(options).length === 0
      const used = isPlain && !cold ? usedContexts.pop() : undefined
      const context = used ?? (await browser.newContext({ ...contextOptions, baseURL: productUrl(), ...options }))
      contexts.set(context, { isPlain })
      context.on('weberror', note)
      await context.setStorageState(storageState ?? signedOut)
      return context.newPage()
    })
    for (const [context, { isPlain }] of contexts) {
      const isClosed = await closesInTime(Promise.all(context.pages().map((page) => page.close())))
      context.off('weberror', note)
      // What a failed test left behind is not known.
      if (isClosed && isPlain && testInfo.status === testInfo.expectedStatus) usedContexts.push(context)
      else await closesInTime(context.close())
    }
    expect(thrown, 'nothing was thrown in the browser').toEqual([])
  },
  openAs: async ({ openWindow, sessions }, use) => {
    await use(async (user, options) => {
      const known = sessions.get(user)
      if (known) return openWindow({ storageState: known, ...options })
      const page = await openWindow(options)
      await signIn(page, user)
      await expect(page.getByRole('button', { name: 'Home', exact: true })).toBeVisible()
      sessions.set(user, await page.context().storageState())
      return page
    })
  },
})

export { expect }

/** Address of the product, without a slash at its end. */
export function productUrl(): string {
  const url = process.env['E2E_URL']
  if (url === undefined) throw new Error('The global setup has not started the product.')
  return url
}

/** Signs a demo user in with a click on the sign-in page; `from` is the address opened first. */
export async function signIn(page: Page, user: string, from = '/'): Promise<void> {
  await page.goto(from)
  await chooseUser(page, user)
}

/** Clicks a demo user on the sign-in page. */
export async function chooseUser(page: Page, user: string): Promise<void> {
  await page.locator(`button[name=demo][value=${user}]`).click({ timeout: 60_000 })
}

/** Goes to an address as a link of the application does, without loading the application again. */
export async function goWithin(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState({}, '', to), href)
}
