import type { Page } from '@playwright/test'

/** Signs in as a user of the demo by the button on the provider's page, starting from a path of the product. */
export async function signIn(page: Page, username: string, path = '/'): Promise<void> {
  await page.goto(path)
  await page.locator(`button[name="demo"][value="${username}"]`).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/realms/'))
}
