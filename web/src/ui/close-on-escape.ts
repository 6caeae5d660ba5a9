import type { KeyboardEvent } from 'react'

/**
 * Props for a dialog or drawer over which others may open: Esc closes it only when pressed inside it. By default the
 * component library closes all dialogs at once, which loses what was entered in the upper one.
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
