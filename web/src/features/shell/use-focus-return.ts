import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A link of the screen: its address, and which one of those with that address it is. */
interface LinkPlace {
  href: string
  at: number
}

/** How long a link is waited for after Back, in milliseconds: figures that are drawn later must not move the focus. */
const waitedFor = 5000

function linksTo(href: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`#content a[href="${CSS.escape(href)}"]`)]
}

/** The link of the screen that has the focus; null elsewhere, and in tables, which remember their rows themselves. */
function focusedLink(): LinkPlace | null {
  const link = document.activeElement?.closest<HTMLElement>('#content a[href]:not(table *)')
  const href = link?.getAttribute('href')
  return link == null || href == null ? null : { href, at: linksTo(href).indexOf(link) }
}

/** Focuses a link as soon as it is drawn, unless the focus is somewhere else by then. Returns the function that ends it. */
function focusWhenDrawn({ href, at }: LinkPlace): () => void {
  const look = (): void => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    const link = linksTo(href)[at]
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

/** Puts the focus back on the link that was followed, when the reader comes back to its screen; use it once, in the shell. */
export function useFocusReturn(): void {
  const { history } = useRouter()
  useEffect(() => {
    const left = new Map<string, LinkPlace>()
    let here = history.location.state.__TSR_key
    let end = (): void => undefined
    const leave = history.subscribe(({ location, action }) => {
      end()
      const next = location.state.__TSR_key
      if (action.type === 'PUSH' && here !== undefined) {
        const link = focusedLink()
        if (link === null) left.delete(here)
        else left.set(here, link)
      }
      if (action.type !== 'PUSH' && action.type !== 'REPLACE' && next !== undefined) {
        const link = left.get(next)
        if (link !== undefined) end = focusWhenDrawn(link)
      }
      here = next
    })
    return () => {
      leave()
      end()
    }
  }, [history])
}
