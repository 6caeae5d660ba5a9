import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Locale } from '@gensvar/contract/local-text'
import { translate } from '#server/platform/translate.ts'

const caseStates: readonly Words[] = [
  say`Completed`,
  say`New`,
  say`Approved, no response yet`,
  say`Not approved`,
  say`Cancelled`,
]
const alertStates: ReadonlyMap<number, Words> = new Map([
  [2, say`Open`],
  [6, say`Processing`],
  [3, say`Closed`],
])

/** State of a response, as on the wire, in words, as the screen's icon says it; empty for none. */
export function caseStateText(state: unknown, locale: Locale): string {
  const words = typeof state === 'string' && state !== '' ? caseStates[Number(state)] : undefined
  return words ? translate(words, locale) : ''
}

/** State of an alert in words; empty for none. */
export function alertStateText(state: unknown, locale: Locale): string {
  const words = typeof state === 'number' ? alertStates.get(state) : undefined
  return words ? translate(words, locale) : ''
}
