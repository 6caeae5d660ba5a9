const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

const names: Readonly<Record<string, string>> = { enter: isMac ? '↩' : 'Enter' }

/** How a key combination such as `Mod-s` is written for people: `⌘S` on a Mac, `Ctrl+S` elsewhere. */
export function shortcutText(key: string): string {
  const last = key.split('-').at(-1) ?? ''
  const shown = names[last.toLowerCase()] ?? last.toUpperCase()
  return isMac ? `⌘${shown}` : `Ctrl+${shown}`
}
