import type { ScriptFault } from './sandbox/sandbox-messages.ts'

/** A fault of a script with its place, such as `line 3, column 5: TypeError: ...`. */
export function faultText({ message, line, column }: ScriptFault): string {
  if (line === null) return message
  return `line ${line}${column === null ? '' : `, column ${column}`}: ${message}`
}
