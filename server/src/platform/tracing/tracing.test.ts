import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { testTask } from '#server/features/tasks/types/test.ts'
import { createRole, createSurvey, createUniverse, createUser } from '#server/testing/factories.ts'
import { createKey } from '#server/testing/key-rows.ts'
import { readSpans } from '#server/testing/read-spans.ts'
import type { ReadSpan } from '#server/testing/read-spans.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { readConfig } from '../config.ts'
import type { ConfigError } from '../config.ts'
import { summaryOf } from './traced-client.ts'
import { currentTracing, startTracing } from './tracing.ts'

/** Takes what is sent to a collector of OpenTelemetry, as it comes over HTTP. */
const received: { url: string; type: string; bytes: Buffer }[] = []
const collector = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const { url = '', headers } = request
    received.push({ url, type: headers['content-type'] ?? '', bytes: Buffer.concat(parts) })
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
})

let server: TestApp
let tracing: { stop(): Promise<void> }
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const { tracing: settings } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_SERVICE_NAME: 'feedback',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
  })
  tracing = await startTracing(settings!)
  server = await testApp()
})
afterAll(async () => {
  await server.close()
  collector.close()
})

const described = (span: ReadSpan): unknown => ({ name: span.name, ...span.properties })

test('a request with its SQL and a task with its SQL reach a collector, without what users wrote, chose or hold', async () => {
  const { db } = server.deps
  const { id } = await createUniverse(db)
  const survey = await createSurvey(db, id, {
    questions: { store: { type: 'single', choices: ['Secretstore'] }, comment: { type: 'text' } },
    views: { stores: ['store'] },
    rows: [{ date: '2026-03-05', answers: { store: 'Secretstore' } }],
  })
  const roleId = await createRole(db, id, { surveys: { [survey.surveyId]: {} } })
  const user = await createUser(db, { universes: [{ universeId: id, roleId }] })
  const key = await createKey(db, survey, { type: 3, user_id: user.id, per_minute: 1000 })
  const headers = { authorization: `Bearer ${key}`, traceparent }
  const url = `/api/v1/surveys/${survey.extName}/responses`
  const payload = { answers: { store: 'Secretstore', comment: 'Secretcomment' } }
  const sent = await server.app.inject({ method: 'POST', url, payload, headers })
  expect(sent.statusCode).toBe(200)
  const figures = `/api/v1/surveys/${survey.extName}/figures?indicators=count()&path=store%3DSecretstore`
  await server.app.inject({ method: 'GET', url: figures, headers: { authorization: `Bearer ${key}` } })
  await server.app.inject({ method: 'GET', url: '/nowhere/Secretpath?token=Secrettoken' })
  await server.app.inject({ method: 'GET', url: '/health' })
  const engine = new TaskEngine(server.deps, [testTask])
  engine.start()
  await write(programContext(server.deps, 'test'), (tx) =>
    enqueueTask(tx, testTask, { payload: { steps: 1, stepMs: 1, fail: false } }),
  )
  const states = () => db.selectFrom('task').select('state').execute()
  await expect.poll(states).toEqual([{ state: 'CLOSED' }])
  await engine.stop()
  // Sends what is left; what comes later is not traced.
  await tracing.stop()
  expect(currentTracing()).toBeNull()

  expect(received.length).toBeGreaterThan(0)
  for (const { url: at, type } of received) expect([at, type]).toEqual(['/v1/traces', 'application/x-protobuf'])
  const bytes = Buffer.concat(received.map((one) => one.bytes)).toString('latin1')
  expect(bytes).not.toMatch(/Secret|gsv3_|Bearer|indicators|nowhere/)
  const { resources, spans } = readSpans(received.map((one) => one.bytes))
  for (const resource of resources)
    expect(resource).toMatchObject({ 'service.name': 'feedback', 'deployment.environment.name': 'trial' })

  const route = '/api/v1/surveys/:survey/responses'
  const request = spans.find(({ name }) => name === `POST ${route}`)!
  expect(request).toMatchObject({ traceId, parentId: '00f067aa0ba902b7', kind: 'server', hasFailed: false })
  expect(request.properties).toEqual({
    'http.request.method': 'POST',
    'http.route': route,
    'http.response.status_code': 200,
    'gensvar.request_id': expect.any(String),
  })
  const within = spans.filter((span) => span.traceId === traceId && span !== request)
  for (const span of within) expect(span).toMatchObject({ kind: 'client', parentId: request.id })
  expect(within.map(described)).toContainEqual({
    name: 'COMMIT',
    'db.system.name': 'postgresql',
    'db.operation.name': 'COMMIT',
    'db.query.summary': 'COMMIT',
  })
  expect(within.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^INSERT response/))

  const lost = spans.find(({ name }) => name === 'GET none')
  expect(lost?.properties).toMatchObject({ 'http.response.status_code': 404 })
  expect(spans.map(({ name }) => name)).not.toContainEqual(expect.stringContaining('health'))
  const task = spans.find(({ name }) => name === 'task TEST')!
  expect(task).toMatchObject({ parentId: '', hasFailed: false })
  expect(task.properties).toMatchObject({ 'gensvar.task.type': 'TEST', 'gensvar.task.state': 'CLOSED' })
  expect(spans.filter(({ parentId }) => parentId === task.id).map(({ name }) => name)).toContain('UPDATE task')
  // What the engine and the feed ask all the time belongs to nothing, and is not told.
  for (const { kind, parentId } of spans) if (kind === 'client') expect(parentId).not.toBe('')
})

test('statements are told of by what they do and to which tables', () => {
  for (const [text, verb, tables] of [
    ['begin', 'BEGIN', []],
    ['select "a" from "response" inner join "unit" on true', 'SELECT', ['response', 'unit']],
    [`select 1 from unit where name = ' from secret '' from other'`, 'SELECT', ['unit']],
    ['with x as (insert into audit (a) values ($1)) select 1', 'INSERT', ['audit']],
    [
      'with recursive line as (select 1 from task) select * from line, lateral (select 2) b',
      'SELECT',
      ['task', 'line'],
    ],
    ['update "task" set state = $1 from unnest($2) as t', 'UPDATE', ['task']],
    ['-- from secret\nselect now()', 'SELECT', []],
  ] as const)
    expect(summaryOf(text), text).toEqual({ verb, tables })
})

test('traces are sent where the standard variables say so, and what cannot be is said at start', () => {
  const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collect.example.com/base' }
  expect(readConfig(at).tracing).toEqual({
    url: 'https://collect.example.com/base/v1/traces',
    serviceName: 'gensvar',
    resource: '',
    sampler: 'parentbased_always_on',
    share: 1,
  })
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://10.0.0.5:4318/own' }
  const sampled = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
  expect(readConfig({ ...at, ...own, ...sampled }).tracing).toMatchObject({
    url: 'http://10.0.0.5:4318/own',
    sampler: 'traceidratio',
    share: 0.25,
  })
  for (const off of [{}, { ...at, OTEL_TRACES_EXPORTER: 'none' }, { ...at, OTEL_SDK_DISABLED: 'true' }])
    expect(readConfig(off).tracing).toBeNull()
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_TRACES_SAMPLER: 'often',
    OTEL_TRACES_SAMPLER_ARG: '2',
  }
  try {
    readConfig(wrong)
    expect.unreachable()
  } catch (error) {
    expect(Object.keys((error as ConfigError).problems).toSorted()).toEqual(Object.keys(wrong).toSorted())
  }
})
