import { useRouter } from '@tanstack/react-router'
import type { HistoryState } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An address of this application, made by `paths`. */
  href: string
  /** Kept in the entry of the history that a click makes. */
  state?: HistoryState
}

/** True when the click asks for something other than navigation: a new tab, a download. */
export function isSpecialClick(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
}

/** A link inside the application: a real link to the browser, without a reload on click. */
export function AppLink({ href, state, onClick, children, ...rest }: Props) {
  const router = useRouter()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || isSpecialClick(event) || rest.target === '_blank') return
    event.preventDefault()
    router.history.push(href, state)
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}
