import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'

/** What WCAG 2.2 AA asks for, as far as a program can tell. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Those of them that depend on colours: the rest is the same in both schemes. */
const colourRules = ['color-contrast', 'link-in-text-block']

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const

/**
 * Shows the screen wide and narrow, light and dark, and asks each time for violations and for a width that overflows;
 * afterwards it has its size again. `before` brings up what leaves by itself.
 */
export async function expectGoodLooks(page: Page, before?: () => Promise<void>): Promise<void> {
  const usual = page.viewportSize()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page, size.width)
    for (const colorScheme of schemes) {
      const look = `${new URL(page.url()).search} ${size.width} ${colorScheme}`
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await before?.()
      const isFirst = colorScheme === schemes[0]
      const found = await violationsOf(
        page,
        isFirst ? { type: 'tag', values: rules } : { type: 'rule', values: colourRules },
      )
      expect.soft(found, look).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' })
  if (usual) await page.setViewportSize(usual)
}

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/**
 * Violations of rules on the page as it is now; of an open dialog alone where there is one, because what is behind it cannot be
 * used, and what it half covers would be too small to be pressed. Only violations are collected: the elements that pass are many, and
 * describing them takes most of the time of a run. There are no frames to look into.
 */
async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source)
  return page.evaluate(async (only) => {
    if (!window.axe) throw new Error('axe was not loaded')
    const options = { runOnly: only, resultTypes: ['violations' as const], iframes: false }
    const dialogs = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')]
    const shown = dialogs.filter((dialog) => dialog.checkVisibility()).at(-1) ?? document
    const { violations } = await window.axe.run(shown, options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
  }, runOnly)
}

/** Shows the screen wide and narrow and asks for a width that overflows, of the page and of the grid's cells. */
export async function expectNoOverflow(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page, size.width)
    const message = `${new URL(page.url()).search} ${size.width}: stick out of their cells`
    await expect.soft.poll(() => overflowingCells(page), { message, ...settling }).toEqual([])
  }
}

/** A page is redrawn quickly after a change of width, so what stays too wide fails soon. */
const settling = { timeout: 3000 }

async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  const message = `${new URL(page.url()).search} ${width}: too wide by`
  await expect.soft.poll(() => overflowOf(page), { message, ...settling }).toBe(0)
}

/** Pixels by which the page is wider than the window. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
}

/** Examples of the gallery whose content is wider than the cell it stands in, by their captions. */
function overflowingCells(page: Page): Promise<string[]> {
  return page.locator('section[data-state] div[data-size]').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const over = cell.scrollWidth - cell.clientWidth
      return over > 0 ? [`${cell.closest('section[data-state]')?.getAttribute('aria-label')} by ${over} px`] : []
    }),
  )
}
