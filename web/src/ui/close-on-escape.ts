import type { KeyboardEvent } from 'react'

/**
 * Props for a dialog or drawer that others may open over: Esc closes it only when pressed inside of it. By itself the
 * component library closes every dialog at once, and with the lower one what is entered in the upper.
 */
export function closeOnEscape(close: () => void) {
  return {
    closeOnEscape: false,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const isInside = event.currentTarget.contains(event.target as Node)
      if (event.key === 'Escape' && isInside && !event.nativeEvent.isComposing) close()
    },
  }
}
