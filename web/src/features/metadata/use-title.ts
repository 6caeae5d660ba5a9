import type { LocalText } from '@gensvar/contract/local-text'
import { useLocalText } from '#web/lib/local-text.ts'

/** Picks a title in the language shown; the name where there is none. */
export function useTitle(): (title: LocalText, name: string) => string {
  const text = useLocalText()
  return (title, name) => text(title) || name
}
