import { useEffect } from 'react'

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** Listens for Backspace while no text is typed and no dialog is open. */
export function useUpKey(goUp: () => void): void {
  useEffect(() => {
    function listen(event: KeyboardEvent): void {
      if (event.key !== 'Backspace' || event.defaultPrevented || isBusy(event.target)) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      goUp()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [goUp])
}
