import { ApiError } from '#web/lib/api-error.ts'
import type { WrongFields } from './check-body.ts'
import { valueAt } from './field-path.ts'
import { labelOf, shownField, shownFields } from './form-place.ts'

/** Why a form was not saved. */
export interface Refusal {
  /** Wrong fields in the order on screen; each shows its own error. */
  fields: readonly { path: string; label: string }[]
  /** Errors that belong to no field. */
  lines: readonly string[]
}

/** Field under which a 409 says that the version sent is no longer the stored one. */
export const versionField = 'version'

/** True when somebody else has saved since the form was filled. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict' && versionField in error.fields
}

/**
 * The field errors of a failed call. If a conflict is about one field (a name in use), the failure's own message is
 * shown at it.
 */
export function wrongFieldsOf(error: unknown): WrongFields {
  if (!(error instanceof ApiError) || isStale(error)) return {}
  const names = Object.keys(error.fields)
  if (error.code === 'conflict' && names.length === 1 && error.message !== '')
    return Object.fromEntries(names.map((name) => [name, error.message]))
  return error.fields
}

function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/**
 * Assigns errors to the fields of a form, the first one of each; errors that belong to no field become `lines`. They
 * begin with a capital letter, unless `keepsLetters`.
 */
export function placeWrong(
  form: HTMLElement,
  wrong: WrongFields,
  keepsLetters = false,
): { errors: Record<string, string>; refusal: Refusal } {
  const errors: Record<string, string> = {}
  const lines: string[] = []
  for (const [path, words] of Object.entries(wrong)) {
    const field = shownField(form, path)
    if (field === null) lines.push(`${path}: ${words}`)
    else errors[field] ??= keepsLetters ? words : capitalised(words)
  }
  const paths = shownFields(form).filter((path) => path in errors)
  return { errors, refusal: { fields: paths.map((path) => ({ path, label: labelOf(form, path) })), lines } }
}

/** A difference between what the user has and what somebody else saved. */
export interface ConflictingChange {
  path: string
  /** The field's label; empty for what the form has no field for. */
  label: string
  /** Who changed it to what; empty if the server does not say it. */
  words: string
}

/** What a conflict is about: the changes that the server names, else the fields whose values differ. */
export function conflictingChanges(
  form: HTMLElement | null,
  error: unknown,
  mine: unknown,
  theirs: unknown,
): ConflictingChange[] {
  if (form === null) return []
  const said = error instanceof ApiError ? error.fields : {}
  const named = Object.entries(said).filter(([path]) => path !== versionField)
  if (named.length > 0) {
    return named.map(([path, words]) => {
      const field = shownField(form, path)
      return { path, words, label: field === null ? '' : labelOf(form, field) }
    })
  }
  const written = (values: unknown, path: string) => JSON.stringify(valueAt(values, path))
  return shownFields(form)
    .filter((path) => written(mine, path) !== written(theirs, path))
    .map((path) => ({ path, words: '', label: labelOf(form, path) }))
}
