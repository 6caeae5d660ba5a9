import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { LinkPlace } from './focus-when-drawn.ts'

/** The link of the screen that has the focus; undefined elsewhere, and in tables, which remember their rows themselves. */
function focusedLink(): LinkPlace | undefined {
  const link = document.activeElement?.closest<HTMLElement>('#content a[href]:not(table *)')
  const href = link?.getAttribute('href')
  if (!link || !href) return undefined
  const same = [...document.querySelectorAll('#content a')].filter((one) => one.getAttribute('href') === href)
  return { href, at: same.indexOf(link) }
}

/** Puts the focus back on the link that was followed, when the reader comes back to its screen; use it once, in the shell. */
export function useFocusReturn(): void {
  const { history } = useRouter()
  useEffect(() => {
    const left = new Map<string | undefined, LinkPlace | undefined>()
    let here = history.location.state.__TSR_key
    let end = (): void => undefined
    return history.subscribe(({ location, action }) => {
      end()
      if (action.type === 'PUSH') left.set(here, focusedLink())
      const key = location.state.__TSR_key
      here = key
      const link = action.type === 'PUSH' ? undefined : left.get(key)
      if (!link) return
      // Fetched now: few readers come back, and the screen has to be drawn before.
      void import('./focus-when-drawn.ts').then((file) => {
        if (here === key) end = file.focusWhenDrawn(link)
      })
    })
  }, [history])
}
