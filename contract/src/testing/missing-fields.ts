import type { z } from 'zod'
import { entities } from '../entities/index.ts'
import type { EntityName } from '../entities/index.ts'

/**
 * For tests: lists what is wrong with the given fields of an entity; empty when nothing is. A field (`pages.0.title` is
 * one inside a list) must be in the example, and the schema must reject a value without it or with a wrong type.
 */
export function missingFields(name: EntityName, fields: string): string[] {
  const { schema, example } = entities[name]
  return fields
    .trim()
    .split(/\s+/)
    .flatMap((field) => {
      const path = field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
      const last = path.at(-1) ?? ''
      const complaints: string[] = []
      if (!Reflect.has(holderOf(schema.parse(example), path), last)) complaints.push(`${field} is not in the example`)
      const without = copyOf(example)
      Reflect.deleteProperty(holderOf(without, path), last)
      if (!refusedPaths(schema, without).includes(field)) complaints.push(`${field} may be left out`)
      const wrong = copyOf(example)
      Reflect.set(holderOf(wrong, path), last, Symbol('of no kind at all'))
      if (!refusedPaths(schema, wrong).includes(field)) complaints.push(`${field} may be anything`)
      return complaints
    })
}

/** For tests: the fields a schema rejects in a value, including those inside unions. */
export function refusedPaths(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).flatMap((issue) => pathsOf(issue, []))
}

function pathsOf(issue: z.core.$ZodIssue, outer: PropertyKey[]): string[] {
  const path = [...outer, ...issue.path]
  const own = path.join('.')
  if (issue.code !== 'invalid_union') return [own]
  return [own, ...issue.errors.flat().flatMap((inner) => pathsOf(inner, path))]
}

function holderOf(value: unknown, path: (string | number)[]): object {
  return path.slice(0, -1).reduce<object>((inner, step) => Reflect.get(inner, step) as object, value as object)
}

/** Examples are plain JSON, so this copies them completely. */
function copyOf(example: unknown): object {
  return JSON.parse(JSON.stringify(example)) as object
}
