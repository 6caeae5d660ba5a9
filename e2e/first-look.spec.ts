import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { signIn } from './sign-in.ts'

for (const colorScheme of ['light', 'dark'] as const)
  test(`a user of the demo signs in and finds a ranking, in the ${colorScheme} scheme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(page, 'admin', '/ranking/visits/root')
    const table = page.getByRole('table').first()
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    await expectAccessible(page)
  })
