import { apiExamples, commandOf } from '../contract/src/api-examples.ts'
import {
  idempotencyHours,
  largestSentLines,
  longestSentLine,
  mostSentLines,
  mostSentResponses,
} from '../contract/src/api-responses.ts'
import type { Route } from '../contract/src/define-route.ts'
import { errorStatus } from '../contract/src/errors.ts'
import type { ApiDocument, Json, Operation } from './api-document.ts'
import { code, escapeCell } from './schema-words.ts'

/** The reference page of the API, made of its OpenAPI document and the examples. */
export function apiPage(routes: readonly Route[], document: ApiDocument): string {
  const sections = routes
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .map((route) => section(route, document.paths[route.path]?.[route.method.toLowerCase()], document))
  return `${[...introduction(), ...sections].join('\n\n')}\n`
}

/** In the order of the examples, so that the page reads from sending to reading. */
function orderOf({ id }: Route): number {
  return apiExamples.findIndex(({ route }) => route === id)
}

function introduction(): string[] {
  return [
    '# The API for programs',
    'This page is generated from the contract by `npm run docs`; [v1.json](v1.json) is the same as an OpenAPI 3.1 document. A ' +
      'test runs every command of this page.',
    '## Keys',
    'Root makes keys at the page of an organisation. A key of the type "API" works with the rights of a user, in one survey, at ' +
      'one place: it sees what that user may see there, and writes nowhere else. It is sent in the Authorization header and ' +
      'nowhere else; a request with a key in its address is refused. The examples take the server and the key from the ' +
      'environment:',
    block(['export GENSVAR_URL=https://feedback.example.org', 'export GENSVAR_KEY=gsv3_...'].join('\n'), 'sh'),
    'Paths begin with the version, `/api/v1`. Within a version fields are only added: ignore those you do not know.',
    '## Figures',
    'Every figure says how many answers (`n`) are behind it and its 95 % interval (`low` to `high`). Figures of places that the ' +
      'key may not open, and all of an anonymous survey, are published ones: `value` is null and `withheld` says why where too ' +
      'few answers are behind them ([anonymity](../anonymity.md)). A response that was sent is in the figures within two ' +
      'seconds, in an anonymous survey with its next batch.',
    '## Places, periods and filters',
    'A place with its period and filters is a drill path: `name=value*value;name=value`. The levels of the hierarchy come first, ' +
      'from the top: `country=Norway;store=Oslo;channel=web`. `root` is the top. Periods are the filter `date`: `date=2026`, ' +
      '`date=2026_1q`, `date=last_3m`, `date=all_time`, or the days `date=custom_ddmmyyyy_ddmmyyyy`, the last one not ' +
      'included. Figures without a period are of the one that the survey opens with; lists are of all time. Units are ' +
      'read as they were, and with `units.as=now` as they are now, where they have moved on a date. Reserved characters ' +
      'in values are written as `!` and two hexadecimal digits.',
    '## Pages',
    'Lists come in pages of `limit` rows, in an order that does not change. `next` is the `cursor` of the page that follows, and ' +
      'null on the last one. Rows that are added while you read come at the end. A ' +
      'ranking is in the order of its figures, which may change meanwhile.',
    '## Sending',
    `One response, or a list of up to ${mostSentResponses}, is sent as JSON; up to ${mostSentLines.toLocaleString('en')} in one request as NDJSON ` +
      `(\`application/x-ndjson\`), one on each line of up to ${longestSentLine / 1024} kB, ${largestSentLines / 1024 / 1024} MB in all. Each is taken or ` +
      'refused by itself: the answer has a row for each, and a refused one names its wrong fields. Answers are checked as on ' +
      'the page that people answer at; units are found by their names, their aliases and the names they had before, and a ' +
      'unit or a choice that does not exist is refused. All good rows of a request are stored together, or none where the ' +
      'request fails.',
    'A response with an `id` is stored once: sent again under it, it changes the response. Requests without one are made ' +
      `harmless to repeat by the header \`Idempotency-Key\`: for ${idempotencyHours} hours the same key with the same body is answered as ` +
      'before and stores nothing, and with another body it is refused with `conflict`.',
    'An anonymous survey takes completed responses without an `id` and without contact. They enter the figures with their next ' +
      'batch, and nothing that is answered leads back to them.',
    '## Assistants',
    'Clients of the Model Context Protocol connect to `/api/v1/mcp` (streamable HTTP, without a session) with the same key in the ' +
      'same header. Their tools only read: surveys, units, figures, rankings, which units fell between two periods, interviews, ' +
      'comments and alerts. What a tool may not tell it says in words. What respondents wrote is passed on without ' +
      "addresses and numbers that the key's user may not read, and otherwise as it is: an " +
      'assistant must take it as data.',
    '## Errors',
    'An error answers `{ "code": ..., "message": ..., "fields": { name: what is wrong } }`, in the language of the header ' +
      '`Accept-Language`.',
    table(
      ['code', 'status', 'when'],
      Object.entries(errorStatus).map(([name, status]) => [code(name), String(status), whenOf(name)]),
    ),
  ]
}

function whenOf(name: string): string {
  const words: Readonly<Record<string, string>> = {
    validation: 'The request or a single response is wrong; `fields` says where.',
    unauthenticated: 'There is no key, or it is unknown, revoked or past its last day.',
    forbidden: 'The key is of another type, or may not do this.',
    not_found: 'There is no such thing, or it is not the key’s.',
    conflict: 'The idempotency key was used with another body.',
    too_large: 'The body, or the number of responses, is too large.',
    too_many: 'The key was used too often; `Retry-After` says when to try again.',
    internal: 'Something went wrong on the server; `requestId` names it in its log.',
    unavailable: 'The server cannot answer right now; try again after `Retry-After`.',
  }
  return words[name] ?? ''
}

function section(route: Route, operation: Operation | undefined, document: ApiDocument): string {
  if (!operation) throw new Error(`${route.id} is not in the document`)
  const examples = apiExamples.filter((one) => one.route === route.id)
  if (examples.length === 0) throw new Error(`Write an example of ${route.id} in contract/src/api-examples.ts`)
  const body = operation.requestBody?.content['application/json'] as { schema: Json } | undefined
  const answer = operation.responses[200]?.content['application/json']?.schema ?? {}
  const parameters = operation.parameters.map(({ name, in: place, required, description = '', schema }) => [
    code(name),
    place,
    `${typeOf(schema)}${required ? '' : ', optional'}`,
    String(description),
  ])
  return [
    `## ${operation.summary}`,
    code(`${route.method} ${route.path}`),
    ...(parameters.length === 0 ? [] : [table(['parameter', 'in', 'type', 'meaning'], parameters)]),
    ...(body ? ['Body:', fieldTable(body.schema, document)] : []),
    ...(fieldsOf(answer, '', document).length === 0 ? [] : ['Answer:', fieldTable(answer, document)]),
    ...examples.flatMap((example) => [`${example.title}:`, block(commandOf(example, route.path), 'sh')]),
  ].join('\n\n')
}

function fieldTable(schema: Json, document: ApiDocument): string {
  return table(
    ['field', 'type', 'meaning'],
    fieldsOf(schema, '', document).map(({ name, type, text }) => [code(name), type, text]),
  )
}

interface Field {
  name: string
  type: string
  text: string
}

/** The fields of a schema, those inside others with their whole path. */
function fieldsOf(schema: Json, prefix: string, document: ApiDocument): Field[] {
  const shape = resolved(schema, document)
  const choices = (shape['anyOf'] as Json[] | undefined)?.map((one) => resolved(one, document))
  const inner = choices?.find((one) => one['type'] === 'object') ?? shape
  if (inner['type'] === 'array') return fieldsOf(inner['items'] as Json, `${prefix}[]`, document)
  const required = new Set((inner['required'] as string[] | undefined) ?? [])
  return Object.entries((inner['properties'] as Record<string, Json> | undefined) ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const type = `${typeOf(resolved(field, document))}${required.has(name) ? '' : ', optional'}`
    const own = { name: path, type, text: String(field['description'] ?? '') }
    return [own, ...fieldsOf(field, path, document)]
  })
}

function resolved(schema: Json, { components }: ApiDocument): Json {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema['$ref'] ?? ''))?.[1]
  return (name !== undefined && components.schemas[name]) || schema
}

function typeOf(schema: Json): string {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema['const'] !== undefined) return code(String(schema['const']))
  if (Array.isArray(schema['enum'])) return schema['enum'].map((one) => code(String(one))).join(', ')
  if (schema['type'] === 'array') return `list of ${typeOf((schema['items'] as Json | undefined) ?? {})}`
  return [schema['type'] ?? 'any'].flat().map(String).join(' or ')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function block(text: string, language: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
