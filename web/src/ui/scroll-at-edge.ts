/** How near an edge is, and how far is scrolled each time at most, in pixels. */
const near = 56
const farthest = 12

/**
 * Scrolls what an element scrolls in by a step, where a height (in pixels from the top of the window) is near its upper or
 * lower edge: further the nearer it is. Returns whether it did.
 */
export function scrollAtEdge(element: Element | null, height: number): boolean {
  const area = scrollAreaOf(element)
  if (!area) return false
  const { top, bottom } = area.getBoundingClientRect()
  const isPage = area === document.scrollingElement
  const upper = isPage ? 0 : Math.max(0, top)
  const lower = isPage ? window.innerHeight : Math.min(window.innerHeight, bottom)
  const into = (distance: number): number => Math.ceil((Math.min(Math.max(near - distance, 0), near) / near) * farthest)
  const by = into(lower - height) - into(height - upper)
  if (by === 0) return false
  const before = area.scrollTop
  area.scrollTop += by
  return area.scrollTop !== before
}

/** The nearest element around one that can be scrolled up and down; the page else. */
function scrollAreaOf(element: Element | null): Element | null {
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    const { overflowY } = getComputedStyle(one)
    if ((overflowY === 'auto' || overflowY === 'scroll') && one.scrollHeight > one.clientHeight) return one
  }
  return document.scrollingElement
}
