import type { Route } from '@gensvar/contract/define-route'
import { widgets } from '@gensvar/contract/widgets/index'
import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { z as zod } from 'zod'
import { registeredRoutes } from '#server/platform/http.ts'
import { testApp } from '#server/testing/test-app.ts'

// The routes are known once the application is built, so it is built before the tests are named.
const server = await testApp()
afterAll(() => server.close())

/** Fields of any shape, and where their size is limited instead. */
const limitedElsewhere: Readonly<Record<string, string>> = {
  'savePreference.body.value': 'savePreference refuses more than 20,000 characters of JSON',
}

/** Internal definition of a zod schema: a type, and its parts. */
interface Kept {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  items?: z.ZodType[]
  options?: z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
}

/** Maximum length of a schema's value; undefined without a limit. */
function longest(schema: z.ZodType): number | undefined {
  const checks = schema._zod.def.checks ?? []
  return checks
    .map((check) => check._zod.def as { maximum?: number; length?: number })
    .map(({ maximum, length }) => maximum ?? length)
    .find((limit) => limit !== undefined)
}

/** The fields of a request's schema without a maximum length. */
function unbounded(schema: z.ZodType, place: string): string[] {
  const kept = schema._zod.def as unknown as Kept
  const inner = (next: z.ZodType | undefined, step = ''): string[] => (next ? unbounded(next, `${place}${step}`) : [])
  switch (kept.type) {
    case 'string':
      return longest(schema) === undefined ? [place] : []
    case 'array':
      return [...(longest(schema) === undefined ? [place] : []), ...inner(kept.element, '[]')]
    case 'object':
      return Object.entries(kept.shape ?? {}).flatMap(([key, value]) => unbounded(value, `${place}.${key}`))
    case 'record':
      return [...inner(kept.keyType, '{key}'), ...inner(kept.valueType, '{value}')]
    case 'union':
      return (kept.options ?? []).flatMap((option) => unbounded(option, place))
    case 'intersection':
      return [...inner(kept.left), ...inner(kept.right)]
    case 'tuple':
      return (kept.items ?? []).flatMap((item, at) => unbounded(item, `${place}[${at}]`))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inner(kept.innerType)
    case 'pipe':
      // Only the words for true and false are accepted, so the length is limited.
      return kept.out?._zod.def.type === 'boolean' ? [] : inner(kept.in)
    case 'lazy':
      return inner(kept.getter?.())
    case 'number':
    case 'int':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'undefined':
    case 'null':
      return []
    default:
      return [place]
  }
}

function ofRoute(route: Route): string[] {
  return (['params', 'query', 'body'] as const)
    .flatMap((part) => unbounded(route[part], `${route.id}.${part}`))
    .filter((place) => limitedElsewhere[place] === undefined)
}

describe('what a request may hold is limited in length', () => {
  test.each(registeredRoutes(server.app).map((route) => [route.id, route] as const))('%s', (_id, route) => {
    expect(ofRoute(route)).toEqual([])
  })

  test.each(Object.entries(widgets))('calls of the widget %s', (type, widget) => {
    const calls: Record<string, { params: z.ZodType }> = widget.calls
    expect(Object.entries(calls).flatMap(([name, call]) => unbounded(call.params, `${type}.${name}`))).toEqual([])
  })

  test('the walk sees texts and lists of any length, wherever they stand', () => {
    const wrong = zod.object({
      text: zod.string().min(1).optional(),
      list: zod.array(zod.string().max(3)),
      either: zod.union([zod.number(), zod.string()]).default(1),
      any: zod.unknown(),
      map: zod.record(zod.string(), zod.string().max(2)),
    })
    expect(unbounded(wrong, 'x')).toEqual(['x.text', 'x.list', 'x.either', 'x.any', 'x.map{key}'])
    const right = zod.object({
      text: zod.string().trim().max(3),
      list: zod.array(zod.int()).max(2),
      yes: zod.stringbool(),
    })
    expect(unbounded(right, 'x')).toEqual([])
  })
})
