import type { z } from 'zod'
import type { Route } from '@gensvar/contract/define-route'
import type en from '#web/locales/en/form.json'
import { dateText } from '#web/lib/date-text.ts'
import { currentLocale } from '#web/lib/i18n.ts'
import { textsOf } from '#web/lib/texts.ts'

const text = textsOf<typeof en>('form')

/** Error messages by the server's name of the field (`user.locale`). */
export type WrongFields = Readonly<Record<string, string>>

/**
 * Schema of a route's body. The build keeps schemas out of the first load: a built route has a function that loads its
 * schema instead (see slim-contract.ts).
 */
async function bodySchema(route: Route): Promise<z.ZodType> {
  const body = route.body as z.ZodType | (() => Promise<z.ZodType>)
  return typeof body === 'function' ? await body() : body
}

/** Loads what `checkBody` needs in advance. */
export function prepareCheck(route: Route): void {
  // A failed load is retried when the form is sent.
  bodySchema(route).catch(() => undefined)
}

/**
 * Checks a body with the route's schema. Returns the parsed body (texts trimmed), or error messages in the current
 * language. Errors with custom messages, and those without a text here, are left to the server, which checks everything
 * and has all messages in every language; so is everything when the schema cannot be loaded.
 */
export async function checkBody(route: Route, body: unknown): Promise<{ body: unknown; wrong: WrongFields }> {
  const schema = await bodySchema(route).catch(() => null)
  if (schema === null) return { body, wrong: {} }
  const own = new Set<string>()
  const result = schema.safeParse(body, {
    error: (issue) => {
      const words = wordsFor(issue)
      if (words !== undefined) own.add(words)
      return words
    },
  })
  if (result.success) return { body: result.data, wrong: {} }
  const said = result.error.issues.filter(({ message }) => own.has(message))
  // Only the first error of a field is shown.
  return { body, wrong: Object.fromEntries(said.toReversed().map((issue) => [issue.path.join('.'), issue.message])) }
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** What an issue of a schema says, in the current language; undefined for those that only the server has words for. */
export function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  if (isBlank(issue.input)) return text('VALIDATE_ERROR_MANDATORY')
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'number') return text('number')
      return issue.expected === 'int' ? text('wholeNumber') : undefined
    case 'invalid_value':
      return text('listed')
    case 'invalid_format':
      return formatWords(issue.format)
    case 'too_small':
      return leastWords(issue.origin, Number(issue.minimum))
    case 'too_big':
      return mostWords(issue.origin, Number(issue.maximum))
    default:
      return undefined
  }
}

function formatWords(format: string): string | undefined {
  if (format === 'email') return text('VALIDATE_ERROR_EMAIL')
  if (format === 'url') return text('url')
  if (format === 'hostname') return text('hostname')
  return format === 'date' ? text('date', { example: dateText('2026-12-31', currentLocale()) }) : undefined
}

function leastWords(origin: string, limit: number): string {
  if (origin === 'string') return text('leastCharacters', { count: limit })
  return origin === 'array' ? text('leastEntries', { count: limit }) : text('atLeast', { limit })
}

function mostWords(origin: string, limit: number): string {
  if (origin === 'string') return text('mostCharacters', { count: limit })
  return origin === 'array' ? text('mostEntries', { count: limit }) : text('atMost', { limit })
}
