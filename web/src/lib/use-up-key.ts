import { useEffect } from 'react'

const backspace: readonly string[] = ['Backspace']

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** Listens for the keys that lead up (Backspace by default) while no text is typed and no dialog is open. */
export function useUpKey(goUp: () => void, keys: readonly string[] = backspace): void {
  useEffect(() => {
    let wasBusy = false
    // Before anything else hears the key: the dialog that Escape closes may be gone when `listen` is called.
    function look(event: KeyboardEvent): void {
      wasBusy = isBusy(event.target)
    }
    function listen(event: KeyboardEvent): void {
      if (!keys.includes(event.key) || event.defaultPrevented || wasBusy) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      goUp()
    }
    window.addEventListener('keydown', look, true)
    document.addEventListener('keydown', listen)
    return () => {
      window.removeEventListener('keydown', look, true)
      document.removeEventListener('keydown', listen)
    }
  }, [goUp, keys])
}
