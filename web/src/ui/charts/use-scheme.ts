import { useSyncExternalStore } from 'react'
import type { Scheme } from './palette.ts'

const attribute = 'data-mantine-color-scheme'

function follow(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [attribute] })
  return () => observer.disconnect()
}

function current(): Scheme {
  return document.documentElement.getAttribute(attribute) === 'dark' ? 'dark' : 'light'
}

/** The colour scheme the page is shown in, for what is drawn outside of style sheets. */
export function useShownScheme(): Scheme {
  return useSyncExternalStore(follow, current)
}
