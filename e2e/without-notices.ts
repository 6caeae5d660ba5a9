import type { Page } from '@playwright/test'

/**
 * Has the stream of notices end at once: while it is open the network is never idle. For pages that are waited for in
 * that way, before they are opened.
 */
export async function withoutNotices(page: Page): Promise<void> {
  await page.route('**/rest/notices/stream', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }))
}
