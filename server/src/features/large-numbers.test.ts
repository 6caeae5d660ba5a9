import type { Route } from '@gensvar/contract/define-route'
import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { registeredRoutes } from '#server/platform/http.ts'
import { bodyOf } from '#server/testing/route-walk-bodies.ts'
import { paramsOf, urlOf } from '#server/testing/route-walk.ts'
import { makeWorld } from '#server/testing/route-walk-world.ts'
import { testApp } from '#server/testing/test-app.ts'

// The routes are known once the application is built, so it is built before the tests are named.
const server = await testApp()
const world = await makeWorld(server.deps)
afterAll(() => server.close())

/** Whole numbers that a column of 32 bits, or of 64, cannot hold; and one that no id is. */
const numbers = [2_147_483_648, Number.MAX_SAFE_INTEGER, 1e300, -2_147_483_649]

/** Internal definition of a zod schema: a type, and its parts. */
interface Kept {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  options?: z.ZodType[]
  innerType?: z.ZodType
  in?: z.ZodType
}

type Place = readonly (string | number)[]

/** Where numbers stand in a request's schema; the first element stands for all of a list. */
function numbersIn(schema: z.ZodType, place: Place = []): Place[] {
  const { type, shape = {}, element, options = [], innerType, in: input } = schema._zod.def as unknown as Kept
  if (type === 'number' || type === 'int') return [place]
  if (type === 'object') return Object.entries(shape).flatMap(([key, value]) => numbersIn(value, [...place, key]))
  if (type === 'array' && element) return numbersIn(element, [...place, 0])
  if (type === 'union') return options.flatMap((option) => numbersIn(option, place))
  const inner = innerType ?? input
  return inner ? numbersIn(inner, place) : []
}

/** A copy of a value with a number at a place; what is missing on the way is made. */
function withNumber(value: unknown, [key, ...rest]: Place, number: number): unknown {
  if (key === undefined) return number
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(value) ? value : []
    return [withNumber(list[0], rest, number), ...list.slice(1)]
  }
  const object = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return { ...object, [key]: withNumber(object[key], rest, number) }
}

async function ask(
  route: Route,
  { number, ...more }: { number: number; param?: string; query?: string; place?: Place },
) {
  const changed = more.param === undefined ? {} : { [more.param]: String(number) }
  const url = urlOf(route, world, { survey: world.survey.extName, userId: world.userIds.root, ...changed })
  const query = more.query === undefined ? '' : `${url.includes('?') ? '&' : '?'}${more.query}=${number}`
  const body = await bodyOf(server.deps, route, world)
  const payload = more.place ? (withNumber(body, more.place, number) as object) : body
  const { statusCode } = await server.app.inject({
    method: route.method,
    url: url + query,
    headers: world.headers.root,
    ...(payload !== undefined && { payload }),
  })
  return statusCode
}

const routes = registeredRoutes(server.app).filter(({ permission }) => permission !== 'none')

describe('a number that no row can have is refused or finds nothing, in', () => {
  test.each(routes.map((route) => [route.id, route] as const))('%s', async (_id, route) => {
    const shape = (part: z.ZodType): string[] =>
      numbersIn(part).flatMap(([key]) => (typeof key === 'string' ? key : []))
    const places = [
      ...shape(route.params)
        .filter((param) => paramsOf(route).includes(param))
        .map((param) => ({ param })),
      ...shape(route.query).map((query) => ({ query })),
      ...numbersIn(route.body).map((place) => ({ place })),
    ]
    const answers = []
    for (const at of places)
      for (const number of numbers) answers.push({ ...at, number, status: await ask(route, { ...at, number }) })
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })
})
