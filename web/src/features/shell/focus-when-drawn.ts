/** A link of the screen: its address, and which one of those with that address it is. */
export interface LinkPlace {
  href: string
  at: number
}

/** How long a link is waited for after Back, in milliseconds: figures that are drawn later must not move the focus. */
const waitedFor = 5000

/** Focuses a link as soon as it is drawn, unless the focus is somewhere else by then. Returns the function that ends it. */
export function focusWhenDrawn({ href, at }: LinkPlace): () => void {
  const look = (): void => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    const link = document.querySelectorAll<HTMLElement>(`#content a[href="${CSS.escape(href)}"]`)[at]
    if (isLost && link === undefined) return
    if (isLost) link?.focus()
    if (!isLost || document.activeElement === link) end()
  }
  const observer = new MutationObserver(look)
  const timer = setTimeout(() => end(), waitedFor)
  const end = (): void => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] })
  look()
  return end
}
