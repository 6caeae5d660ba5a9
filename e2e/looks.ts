import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** What WCAG 2.2 AA asks for, as far as a program can tell. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const

/** Shows the screen wide and narrow, light and dark, and asks each time for violations and for a width that overflows. */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const size of sizes)
    for (const colorScheme of schemes) {
      const look = `${size.width} ${colorScheme}`
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect.soft.poll(() => overflowOf(page), `${look}: too wide by`).toBe(0)
      const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
      )
      expect.soft(found, look).toEqual([])
    }
}

/** Pixels by which the page is wider than the window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
}
