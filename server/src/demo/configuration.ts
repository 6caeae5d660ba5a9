import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Text of one of the demo's CONFIGURATION scripts. */
export function readConfiguration(fileName: string): string {
  return readFileSync(join(import.meta.dirname, fileName), 'utf8')
}
