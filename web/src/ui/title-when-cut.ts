import type { SyntheticEvent } from 'react'

/**
 * Gives an element whose text is cut off the whole text as its tooltip; for `onPointerEnter` and `onFocus`, as whether
 * it is cut depends on the room there is.
 */
export function titleWhenCut({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  if (currentTarget.scrollWidth > currentTarget.clientWidth) currentTarget.title = currentTarget.textContent
  else currentTarget.removeAttribute('title')
}
