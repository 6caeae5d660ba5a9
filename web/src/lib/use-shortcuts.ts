import { useEffect } from 'react'

/** A key or a pair of keys (`g`, then a letter) and what it does. */
export interface Shortcut {
  keys: readonly [string] | readonly [string, string]
  text: string
  run: () => void
}

/** Longest time between the two keys of a pair, in milliseconds. */
const pairTimeout = 1500

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** Handles shortcuts while no text is being typed, no dialog is open and no modifier key is held. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    let first: { key: string; at: number } | null = null
    function listen(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]') !== null) return
      const key = event.key.toLowerCase()
      const begun = first !== null && event.timeStamp - first.at < pairTimeout ? first.key : null
      first = null
      const found = shortcuts.find(({ keys }) =>
        begun === null
          ? keys.length === 1 && keys[0] === key
          : keys.length === 2 && keys[0] === begun && keys[1] === key,
      )
      if (found !== undefined) {
        event.preventDefault()
        found.run()
      } else if (shortcuts.some(({ keys }) => keys.length === 2 && keys[0] === key)) {
        first = { key, at: event.timeStamp }
      }
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [shortcuts])
}

/** Assigns each title a unique key: the first of its letters that is still free, else a digit. */
export function pickLetters(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title, index) => {
    const letters = title.toLowerCase().replaceAll(/[^a-z]/g, '')
    const free = [...letters].find((letter) => !taken.has(letter)) ?? String((index + 1) % 10)
    taken.add(free)
    return free
  })
}
