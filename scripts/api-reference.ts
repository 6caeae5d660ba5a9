import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Route } from '../contract/src/define-route.ts'
import { errorStatus } from '../contract/src/errors.ts'
import { root } from './find-node.mjs'
import type { ReferenceFile } from './reference-file.ts'

type Json = Record<string, unknown>

/** Schemas used in several places, by name. */
type Shared = Record<string, Json>

/** The reference of the API as an OpenAPI document, made from the routes of the contract. */
export async function apiReference(): Promise<ReferenceFile[]> {
  const shared: Shared = {}
  const paths: Record<string, Json> = {}
  for (const route of await routesOfContract()) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, shared) }
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Gensvar',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Every call but those marked `none` and `sign-in` carries the token of a session in the Authorization header. ' +
        'An error answers with a code, words to show and, where fields are wrong, what is wrong with each.',
    },
    paths,
    components: {
      schemas: { Error: errorSchema(), ...shared },
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  }
  return [{ path: 'docs/api/openapi.json', text: `${JSON.stringify(document, null, 2)}\n` }]
}

async function routesOfContract(): Promise<Route[]> {
  const folder = join(root, 'contract', 'src')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()
  const modules = await Promise.all(
    files.map((name) => import(pathToFileURL(join(folder, name)).href) as Promise<Record<string, unknown>>),
  )
  const routes = modules.flatMap((module) => Object.values(module)).filter(isRoute)
  return routes.sort((a, b) => (a.path === b.path ? a.method.localeCompare(b.method) : a.path < b.path ? -1 : 1))
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'permission' in value
}

function operation(route: Route, shared: Shared): Json {
  const isOpen = route.permission === 'none' || route.permission === 'sign-in'
  const body = route.body instanceof z.ZodUndefined ? null : schemaOf(route, route.body, 'input', shared)
  return {
    operationId: route.id,
    summary: route.summary,
    description: `Permission: \`${route.permission}\`.`,
    ...(!isOpen && { security: [{ session: [] }] }),
    parameters: [...parameters(route, 'path', shared), ...parameters(route, 'query', shared)],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: schemaOf(route, route.response, 'output', shared) } },
      },
      default: {
        description: `One of the codes ${Object.keys(errorStatus).join(', ')}.`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function parameters(route: Route, place: 'path' | 'query', shared: Shared): Json[] {
  const schema = schemaOf(route, place === 'path' ? route.params : route.query, 'input', shared)
  const required = new Set((schema['required'] as string[] | undefined) ?? [])
  const fields = Object.entries((schema['properties'] as Record<string, Json> | undefined) ?? {})
  return fields.map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }))
}

/** JSON Schema of a part of a route; its named definitions move to the document's shared schemas. */
function schemaOf(route: Route, schema: z.ZodType, io: 'input' | 'output', shared: Shared): Json {
  const { $schema: _, $defs, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  const names: Record<string, string> = {}
  for (const name of Object.keys(($defs as Json | undefined) ?? {}))
    // Generated names mean something different in every schema.
    names[name] = name.startsWith('__') ? `${route.id}_${name.slice(2)}` : name
  for (const [name, definition] of Object.entries(($defs as Record<string, Json> | undefined) ?? {}))
    shared[names[name] ?? name] = rename(definition, names)
  return rename(plain, names)
}

function rename(schema: Json, names: Record<string, string>): Json {
  const text = JSON.stringify(schema).replace(/"#\/\$defs\/([^"]+)"/g, (_, name: string) =>
    JSON.stringify(`#/components/schemas/${names[name] ?? name}`),
  )
  return JSON.parse(text) as Json
}

function errorSchema(): Json {
  return {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { enum: Object.keys(errorStatus) },
      message: { type: 'string' },
      fields: { type: 'object', additionalProperties: { type: 'string' } },
      requestId: { type: 'string' },
    },
  }
}
