import type { Page } from '@playwright/test'

/**
 * Has the stream of notices end at once: while it is open the network is never idle. For pages that are waited for in
 * that way, once and before they are opened. The page answers itself: while Playwright answers calls (`page.route`), the
 * browser keeps no files, so each address would fetch and compile the whole application again.
 */
export async function withoutNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.fetch.bind(window)
    window.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, window.location.href)
      if (url.pathname !== '/rest/notices/stream') return real(input, init)
      return Promise.resolve(new Response('', { headers: { 'content-type': 'text/event-stream' } }))
    }
  })
}
