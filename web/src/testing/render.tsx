import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { ReactNode } from 'react'
import { page } from 'vitest/browser'

let endings: (() => void)[] = []

/** What `render` gives back: draws other content in the same place. */
interface Rendered {
  rerender: (content: ReactNode) => void
}

/** Draws content in a place of its own at the end of the page. */
export function render(content: ReactNode): Rendered {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const rerender = (next: ReactNode) => flushSync(() => root.render(next))
  rerender(content)
  endings.push(() => {
    flushSync(() => root.unmount())
    place.remove()
  })
  return { rerender }
}

/** Removes what was drawn: call after each test. */
export function cleanup(): void {
  for (const end of endings) end()
  endings = []
}

/** Gives the page its size, in pixels. To do so takes time, so it is left out where the page has that size. */
export async function resizeTo(width: number, height = 900): Promise<void> {
  if (window.innerWidth !== width || window.innerHeight !== height) await page.viewport(width, height)
}
