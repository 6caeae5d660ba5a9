import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** A script or style sheet the browser fetched, with its size compressed by gzip, in bytes. */
export interface LoadedFile {
  name: string
  gzip: number
}

/** Most a page may fetch at first, in bytes of scripts and style sheets compressed by gzip. */
export const firstLoadBar = 320_000

/** How long a page is watched once it has come to rest, in ms: nothing may be put off until just after. */
const watched = 2_000

/** Every script and style sheet the browser fetches for a page until it is at rest; the window must not hold any yet. */
export async function firstLoad(page: Page, address: string): Promise<LoadedFile[]> {
  const bodies: Promise<LoadedFile>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/\.(js|css)$/.test(pathname)) return
    const name = pathname.slice(pathname.lastIndexOf('/') + 1)
    bodies.push(response.body().then((body) => ({ name, gzip: gzipSync(body).length })))
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.locator('tbody tr[data-index]').first().waitFor()
  await page.waitForTimeout(watched)
  await page.waitForLoadState('networkidle')
  const files = await Promise.all(bodies)
  return files.toSorted((a, b) => b.gzip - a.gzip)
}

/** Bytes of all files together. */
export function sumOf(files: readonly LoadedFile[]): number {
  return files.reduce((sum, file) => sum + file.gzip, 0)
}
