import type { ScriptFault } from './sandbox-messages.ts'

/** What is said where the engine's own stack ended. */
export const tooDeep = 'The script calls itself too often'

/** What is said where a call took more than its time. */
export const tooSlow = 'The script takes too long'

/** Errors of the engine by what causes them. */
const said: readonly [RegExp, string][] = [
  [/interrupted/i, tooSlow],
  [/out of memory|memory allocation/i, 'The script needs too much memory'],
  [/stack overflow|Maximum call stack|memory access out of bounds|call stack size/i, tooDeep],
]

/** An error of a script in plain words, with the place in its text where the engine knows it. */
export function faultOf(error: unknown): ScriptFault {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const words = said.find(([pattern]) => pattern.test(message))?.[1]
  const place = /script\.js:(\d+)(?::(\d+))?/.exec(stack ?? '')
  return {
    message: words ?? (name === 'Error' || name === '' ? message : `${name}: ${message}`),
    line: place?.[1] === undefined ? null : Number(place[1]),
    column: place?.[2] === undefined ? null : Number(place[2]),
  }
}
