import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { registeredRoutes } from '#server/platform/http.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { makeWorld } from '../../route-walk-world.ts'
import type { World } from '../../route-walk-world.ts'
import { shortened } from '../attack.ts'
import type { AttackOptions, AttackResult, AttackTarget } from '../attack.ts'
import { withTarget } from '../open-target.ts'
import { judge, secretText } from './judge.ts'
import { fuzzedRequest } from './requests.ts'
import type { FuzzedRequest, Sender } from './request-parts.ts'
import { send } from './wire.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

/** The result of malformed requests. `statuses` counts the answers, to check that not all were rejected early. */
export interface FuzzResult extends AttackResult {
  statuses: Map<number, number>
}

/** Requests drawn at a time, so that the large ones are not all held at once. */
const drawn = 200

/** Runs something with a folder served as the web, next to which is a file that must not be served. */
export async function withWebFolder<T>(run: (webFolder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-attack-web-'))
  try {
    const webFolder = join(folder, 'web')
    await mkdir(webFolder)
    await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Gensvar</title>')
    await writeFile(join(folder, 'secret.txt'), secretText)
    return await run(webFolder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs something against the whole product with that folder. */
export function withFuzzTarget<T>(run: (target: AttackTarget) => Promise<T>): Promise<T> {
  return withWebFolder((webFolder) => withTarget(run, { webFolder }))
}

/**
 * Sends malformed requests over sockets. Each must be answered within 5 s, in the contract's error shape, without
 * internals of the program; the server never fails, and still works in between and afterwards.
 */
export async function attackFuzz(target: AttackTarget, options: AttackOptions): Promise<FuzzResult> {
  const { app, deps } = target
  const world = await makeWorld(deps)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const requests = fuzzedRequest(registeredRoutes(app), world)
  const result: FuzzResult = { tried: 0, findings: [], statuses: new Map() }
  const rejected: unknown[] = []
  const onRejection = (reason: unknown): void => void rejected.push(reason)
  process.on('unhandledRejection', onRejection)
  const healthy = await healthCheck(target, world, port)
  try {
    for (let first = 0; first < options.rounds; first += drawn) {
      if (options.only !== undefined && Math.floor(options.only / drawn) * drawn !== first) continue
      const numRuns = Math.min(drawn, options.rounds - first)
      const batch = fc.sample(requests, { seed: options.seed * 10_000 + first / drawn, numRuns })
      for (const [at, request] of batch.entries()) {
        const number = first + at
        if (options.only !== undefined && options.only !== number) continue
        const wire = await signed(target, world, port, request)
        const answer = await send(port, wire, `127.0.${number % 200}.${1 + (number % 250)}`).catch(asError)
        result.tried += 1
        const status = answer === null || answer instanceof Error ? 0 : answer.status
        result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
        for (const fault of faultsOf(request, answer))
          result.findings.push({ number, place: request.place, fault, detail: describe(wire, answer) })
        for (const reason of rejected.splice(0))
          result.findings.push({
            number,
            place: request.place,
            fault: 'leaves an error unhandled',
            detail: String(reason),
          })
      }
      const sick = await healthy()
      if (sick !== null)
        result.findings.push({
          number: first + numRuns - 1,
          place: 'server',
          fault: 'does not work any more',
          detail: sick,
        })
      if ((first / drawn) % 5 === 4) options.report?.(`${first + numRuns} requests, ${result.findings.length} findings`)
    }
  } finally {
    process.off('unhandledRejection', onRejection)
  }
  return result
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

function faultsOf(request: FuzzedRequest, answer: WireAnswer | null | Error): string[] {
  if (answer instanceof Error) return ['does not answer within 5 s']
  if (answer === null) return request.wire.mayClose ? [] : ['closes the line without an answer']
  return judge(request, answer)
}

function describe(wire: WireRequest, answer: WireAnswer | null | Error): string {
  const sent = [wire.line, ...wire.headers.filter((line) => !/^(host|connection|authorization):/.test(line))]
    .map((line) => shortened(line, 300))
    .join('\n')
  const body = wire.body ? `\n${shortened(wire.body.toString(), 300)}` : ''
  if (answer === null || answer instanceof Error) return `${sent}${body}\n-> ${String(answer)}`
  return `${sent}${body}\n-> ${answer.status} ${shortened(answer.body, 400)}`
}

/** The request as sent: with its token, and `connection: close`. */
async function signed(
  { deps }: AttackTarget,
  world: World,
  port: number,
  { sender, single, wire }: FuzzedRequest,
): Promise<WireRequest> {
  const names = wire.headers.map((line) => line.split(':')[0])
  const own = single ? await freshHeader(deps, world, sender) : headerOf(world, sender)
  return {
    ...wire,
    headers: [
      ...(names.includes('host') ? [] : [`host: 127.0.0.1:${port}`]),
      'connection: close',
      ...(names.includes('authorization') || own === null ? [] : [own]),
      ...wire.headers,
    ],
  }
}

function headerOf(world: World, sender: Sender): string | null {
  if (sender === 'none') return null
  if (sender === 'broken') return 'authorization: Bearer x'
  return `authorization: ${world.headers[sender]['authorization']}`
}

async function freshHeader(deps: AttackTarget['deps'], world: World, sender: Sender): Promise<string | null> {
  if (sender === 'none' || sender === 'broken') return headerOf(world, sender)
  const { universeId } = sender === 'stranger' ? world.foreign : world.survey
  const { token } = await startSession(deps, { userId: Number(world.userIds[sender]), universeId, actorUserId: null })
  return `authorization: Bearer ${token}`
}

/** Checks that the server still answers: its health, and a call with figures. Null if it does, else its answer. */
async function healthCheck(
  { app, deps }: AttackTarget,
  world: World,
  port: number,
): Promise<() => Promise<string | null>> {
  const url = `/rest/widgets/data/${world.survey.extName}/head/root`
  const figures = async (): Promise<string> => (await app.inject({ url, headers: world.headers.administrator })).body
  const before = await figures()
  const known = await recordedFailures(deps)
  return async () => {
    const wire = { line: 'GET /health HTTP/1.1', headers: [`host: 127.0.0.1:${port}`, 'connection: close'], body: null }
    const health = await send(port, wire).catch(asError)
    if (health === null || health instanceof Error || health.status !== 200)
      return `GET /health: ${health === null || health instanceof Error ? String(health) : `${health.status} ${health.body}`}`
    // A failure after the answer is not in it, but it was recorded.
    const failures = await recordedFailures(deps)
    if (failures !== known) return `failed without an answer: ${failures}`
    const now = await figures()
    return now === before ? null : `the figures of ${url} were ${shortened(before)} and are ${shortened(now)}`
  }
}

/** Internal errors while answering, from the list of bugs; without those reported by browsers. */
async function recordedFailures({ db }: AttackTarget['deps']): Promise<string> {
  const rows = await db
    .selectFrom('bug')
    .select(['message', 'count'])
    .where('message', '~', '^[A-Z]+ /\\S+: ')
    .orderBy('id')
    .execute()
  return rows.map(({ message, count }) => `${message} (${count} x)`).join('; ')
}
