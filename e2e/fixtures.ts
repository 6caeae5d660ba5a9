import { test as base, expect } from '@playwright/test'
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

type State = Awaited<ReturnType<BrowserContext['storageState']>>

interface Fixtures {
  /** Opens a window; nobody is signed in. */
  openWindow: (options?: BrowserContextOptions) => Promise<Page>
  /** Opens a window in which a demo user is signed in; the first time it goes through the sign-in page. */
  openAs: (user: string, options?: BrowserContextOptions) => Promise<Page>
}

interface WorkerFixtures {
  /** Cookies of the demo users that have signed in. */
  sessions: Map<string, State>
}

/** Tests against the running product. A window that throws fails the test it was opened in. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  baseURL: async ({}, use) => use(productUrl()),
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  openWindow: async ({ browser, contextOptions }, use) => {
    const contexts: BrowserContext[] = []
    const thrown: string[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: productUrl(), ...options })
      contexts.push(context)
      context.on('weberror', (one) => thrown.push(one.error().stack ?? one.error().message))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
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
