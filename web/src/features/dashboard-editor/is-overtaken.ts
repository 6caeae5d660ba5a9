import { ApiError } from '#web/lib/api-error.ts'

/** Whether publishing was refused because something else was published since the draft began. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict' && error.fields?.['basedOn'] !== undefined
}
