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
/** By their numbers. An alert is no "it" of the same gender as an action, so its words are its own. */
const alertStates: ReadonlyMap<number, Readonly<Record<Locale, string>>> = new Map([
  [2, { en: 'Open', sv: 'Öppet', no: 'Åpent', da: 'Åben', fi: 'Avoin' }],
  [6, { en: 'Processing', sv: 'Pågår', no: 'Under behandling', da: 'Under behandling', fi: 'Käsittelyssä' }],
  [3, { en: 'Closed', sv: 'Stängt', no: 'Lukket', da: 'Lukket', fi: 'Suljettu' }],
])

/** State of a response, as on the wire, in words, as the screen's icon says it; empty for none. */
export function caseStateText(state: unknown, locale: Locale): string {
  const words = typeof state === 'string' && state !== '' ? caseStates[Number(state)] : undefined
  return words ? translate(words, locale) : ''
}

/** State of an alert in words; empty for none. */
export function alertStateText(state: unknown, locale: Locale): string {
  const texts = typeof state === 'number' ? alertStates.get(state) : undefined
  return texts?.[locale] ?? ''
}
