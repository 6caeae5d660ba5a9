import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'

/** Throws `conflict` at `version` where somebody else, or an import, has changed the row since. */
export function demandVersion(stored: number, edited: number): void {
  if (stored === edited) return
  throw new AppError('conflict', say`Somebody else, or an import, has changed this since you opened it.`, {
    version: say`is out of date`,
  })
}

/** The settings of a text, which has to be a JSON object. Throws `validation` at the field. */
export function settingsOf(field: string, text: string): Record<string, unknown> {
  const settings = readSettings(text)
  if (settings) return settings
  const words = say`Write settings as a JSON object, in braces.`
  throw new AppError('validation', words, { [field]: words })
}

/** Texts without the languages that have none. */
export function textsOf(texts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([locale, text]) =>
      text === undefined || text.trim() === '' ? [] : [[locale, text]],
    ),
  )
}

/** The JSON object that a text holds; null where it holds none. */
function readSettings(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
