import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { idempotencyHours, linesType, sendResponses, sentResponse } from '../contract/src/api-responses.ts'
import type { Route } from '../contract/src/define-route.ts'
import { errorStatus } from '../contract/src/errors.ts'
import { apiPage } from './api-page.ts'
import type { ApiDocument, Json, Operation, Parameter } from './api-document.ts'
import { root } from './find-node.mjs'
import type { ReferenceFile } from './reference-file.ts'

/** Schemas used in several places, by name. */
type Shared = Record<string, Json>

/**
 * The reference of every call as an OpenAPI document, that of the API for programs as one of its own, and the page made of the
 * latter.
 */
export async function apiReference(): Promise<ReferenceFile[]> {
  const routes = await routesOfContract()
  const ofKeys = routes.filter(({ permission }) => permission === 'api-key')
  const all = documentOf(
    routes,
    'Every call but those marked `none` and `sign-in` carries the token of a session in the Authorization header, and ' +
      'those marked `api-key` a key of the API. ' +
      'An error answers with a code, words to show and, where fields are wrong, what is wrong with each.',
  )
  const open = documentOf(
    ofKeys,
    'Every call carries a key of the API in the Authorization header. ' +
      'An error answers with a code, words to show and, where fields are wrong, what is wrong with each.',
  )
  return [
    { path: 'docs/api/openapi.json', text: `${JSON.stringify(all, null, 2)}\n` },
    { path: 'docs/api/v1.json', text: `${JSON.stringify(open, null, 2)}\n` },
    { path: 'docs/api/v1.md', text: apiPage(ofKeys, open) },
  ]
}

function documentOf(routes: readonly Route[], description: string): ApiDocument {
  const shared: Shared = {}
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, shared) }
  const isOfKeys = routes.some(({ permission }) => permission === 'api-key')
  const isOfSessions = routes.some(({ permission }) => permission !== 'api-key')
  return {
    openapi: '3.1.0',
    info: { title: 'Gensvar', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' }, description },
    paths,
    components: {
      schemas: { Error: errorSchema(), ...shared },
      securitySchemes: {
        ...(isOfSessions && { session: { type: 'http', scheme: 'bearer' } }),
        ...(isOfKeys && { key: { type: 'http', scheme: 'bearer', description: 'A key of the API.' } }),
      },
    },
  }
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

function operation(route: Route, shared: Shared): Operation {
  const isOpen = route.permission === 'none' || route.permission === 'sign-in'
  const body = route.body instanceof z.ZodUndefined ? null : schemaOf(route, route.body, 'input', shared)
  const security = route.permission === 'api-key' ? { key: [] } : { session: [] }
  return {
    operationId: route.id,
    summary: route.summary,
    description: `Permission: \`${route.permission}\`.`,
    ...(!isOpen && { security: [security] }),
    parameters: [
      ...parameters(route, 'path', shared),
      ...parameters(route, 'query', shared),
      ...(route.id === sendResponses.id ? [idempotencyParameter] : []),
    ],
    ...(body && { requestBody: { required: true, content: contentOf(route, body, shared) } }),
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

/** A call that takes rows also takes them one on each line. */
function contentOf(route: Route, body: Json, shared: Shared): Json {
  const json = { 'application/json': { schema: body } }
  return route.id === sendResponses.id
    ? { ...json, [linesType]: { schema: schemaOf(route, sentResponse, 'input', shared) } }
    : json
}

const idempotencyParameter: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    `A name of the request of 1 to 200 printable characters. Sent again with the same body within ${idempotencyHours} hours ` +
    'the request is answered as before and stores nothing; with another body it is refused.',
  schema: { type: 'string', maxLength: 200 },
}

function parameters(route: Route, place: 'path' | 'query', shared: Shared): Parameter[] {
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
