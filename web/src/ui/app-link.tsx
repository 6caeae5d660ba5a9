import { Tooltip } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { HistoryState } from '@tanstack/react-router'
import { useId } from 'react'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useReach } from '#web/lib/reach.ts'

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

/**
 * A link inside the application: a real link to the browser, without a reload on click. While its address leads nowhere
 * it is disabled and says why.
 */
export function AppLink(props: Props) {
  const closed = useReach()(props.href)
  return closed === null ? <OpenLink {...props} /> : <ClosedLink {...props} reason={closed} />
}

function OpenLink({ href, state, onClick, children, ...rest }: Props) {
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

/** Keeps its place and its stop for the keyboard; the reason is its tooltip and its description. */
function ClosedLink({ reason, className, children, 'aria-label': name }: Props & { reason: string }) {
  const id = useId()
  return (
    <Tooltip
      label={name === undefined ? reason : `${name}: ${reason}`}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span
        role="link"
        aria-disabled="true"
        aria-describedby={id}
        aria-label={name}
        tabIndex={0}
        className={className}
        data-closed=""
      >
        {children}
        <span id={id} hidden>
          {reason}
        </span>
      </span>
    </Tooltip>
  )
}
