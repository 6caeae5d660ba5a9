import { element } from '#server/platform/html.ts'
import type { Markup } from '#server/platform/html.ts'
import type { Speech } from './voices.ts'

/** Longest text that is said at once, in characters. */
const longestSaid = 3000
/** How long it is waited for the first key, in seconds. */
const patience = 8
/** Longest answer that is recorded, and the silence that ends one, in seconds. */
export const longestRecording = 120
const silence = 5

/** A text that is said. */
export interface Said {
  text: string
  speech: Speech
}

/** What a provider is told to do in a call. */
export function callAnswer(...verbs: readonly Markup[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, verbs).text}`
}

/** Says texts, one after the other. */
export function sayVerbs(said: readonly Said[]): Markup[] {
  return said.flatMap(({ text, speech }) => {
    const plain = spokenText(text)
    return plain === '' ? [] : [element('Say', { voice: speech.voice, language: speech.language }, plain)]
  })
}

/** Says texts and waits for keys: so many, or until `#`. What was pressed, or nothing, is sent to an address. */
export function gatherVerbs(said: readonly Said[], keys: number | null, action: string): Markup[] {
  const ends = keys === null ? { finishOnKey: '#' } : { numDigits: String(keys), finishOnKey: '#' }
  return [
    element('Gather', { input: 'dtmf', timeout: String(patience), ...ends, method: 'POST', action }, sayVerbs(said)),
    // Nothing was pressed.
    element('Redirect', { method: 'POST' }, action),
  ]
}

/** Says texts and records what is answered. */
export function recordVerbs(said: readonly Said[], action: string, recordingAt: string): Markup[] {
  return [
    ...sayVerbs(said),
    element('Record', {
      ...{ maxLength: String(longestRecording), timeout: String(silence), finishOnKey: '#*', playBeep: 'true' },
      ...{ method: 'POST', action, recordingStatusCallback: recordingAt, recordingStatusCallbackMethod: 'POST' },
      recordingStatusCallbackEvent: 'completed absent',
    }),
    // Nothing was said.
    element('Redirect', { method: 'POST' }, action),
  ]
}

/** Ends the call. */
export function hangUp(): Markup {
  return element('Hangup', {})
}

/** A text without what XML cannot hold, in one line. */
function spokenText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF\s]+/gu, ' ')
    .trim()
    .slice(0, longestSaid)
}
