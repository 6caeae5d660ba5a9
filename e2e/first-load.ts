import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { withoutNotices } from './without-notices.ts'

/** A script or style sheet the browser loaded, with its gzip size in bytes. */
export interface LoadedFile {
  name: string
  gzip: number
}

/**
 * The limit of a page's first load, in bytes of scripts and style sheets after gzip. It was 320,000 before every page
 * said its period, the state of its connection and where each link leads, 335,000 before files could be imported,
 * 342,000 before lists had suggestions, pages of their own and samples to lead to, 346,000 before bell, path bar and tiles
 * led to alerts, 352,000 before notices came into the bell as they happen, 355,000 before there was a menu of roles,
 * units, respondents and status, 357,500 before the shell showed drafts of dashboards and what is published meanwhile,
 * 359,500 before rankings said what cannot be told of a goal, and Back gave the focus to the link that was followed,
 * 360,000 before sample tables led to campaigns and filters could be chosen for one that is edited, 363,500 before the
 * menu led to questionnaires, links, codes and letters, 366,000 before there were templates of calls, 366,500 before open
 * pages followed the answers that come in, 368,500 before messages to everybody could be closed and comments were shown with
 * what they say, 372,500 before rankings told what chance allows, the answers behind a figure could be shown as they are
 * spread, and units could be read as they are now, 377,000 before a page could be compared with another place or period, and
 * each figure of rankings and charts opened what it is, 382,500 before pages said what keeps newer answers out, and a window
 * that logs out was kept from signing in again, and 383,000 before the signs of a ranking were explained above it.
 */
export const firstLoadBar = 383_300

/** Limits of what a big screen loads besides its page, and of a widget's script with its answer, in bytes after gzip. */
export const screenBar = 8_000
export const widgetBar = 15_000

/** How long a page is watched after it is idle, in ms, so that loading cannot just be deferred. */
const watched = 2_000

/** Every script and style sheet the browser loads for a page until it is idle; use a new window without a cache. */
export async function firstLoad(page: Page, address: string): Promise<LoadedFile[]> {
  const bodies: Promise<LoadedFile>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/\.(js|css)$/.test(pathname)) return
    const name = pathname.slice(pathname.lastIndexOf('/') + 1)
    bodies.push(response.body().then((body) => ({ name, gzip: gzipSync(body).length })))
  })
  await withoutNotices(page)
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.locator('tbody tr[data-index]').first().waitFor()
  await page.waitForTimeout(watched)
  await page.waitForLoadState('networkidle')
  const files = await Promise.all(bodies)
  return files.toSorted((a, b) => b.gzip - a.gzip)
}

/** Total size of the files, in bytes. */
export function sumOf(files: readonly LoadedFile[]): number {
  return files.reduce((sum, file) => sum + file.gzip, 0)
}
