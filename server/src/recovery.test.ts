import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRunningPostgres } from './platform/embedded-postgres/launcher.ts'
import { readPostmaster } from './platform/embedded-postgres/postmaster.ts'
import { runCommandOn, runServer } from './testing/server-process.ts'
import type { Run } from './testing/server-process.ts'

let parent: string
let data: string
let server: Run
let address: string
let token: string
let interview: number

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'gensvar-recovery-'))
  await chmod(parent, 0o711)
  data = join(parent, 'data')
  server = runServer(data)
  address = await server.ready
  await importScores([1, 2, 3, 4])
  await command('user:add', 'kim@example.org', '--universe', 'acme', '--admin')
  token = (await command('token', '--user', 'kim@example.org')).trim()
  interview = Number((await ask('select min(id) as answer from response'))['answer'])
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await rm(parent, { recursive: true, force: true })
})

async function command(...args: string[]): Promise<string> {
  const { code, output, errors } = await runCommandOn(data, args).ended
  if (code !== 0) throw new Error(errors)
  return output
}

async function importScores(scores: readonly number[]): Promise<void> {
  const file = join(parent, 'scores.csv')
  const rows = scores.map((score, index) => `r${index},2026-01-05,Sweden,${score}`)
  await writeFile(file, `id,day,country,score\n${rows.join('\n')}\n`)
  await command(...['import', file, '--universe', 'acme', '--survey', 'visits', '--key', 'id', '--hierarchy', 'country'])
}

function comment(message: string, timeout = 20_000): Promise<Response> {
  return fetch(`${address}rest/interviews/comment/visits/${interview}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'sv' },
    body: JSON.stringify({ message }),
    signal: AbortSignal.timeout(timeout),
  })
}

async function ask(sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: (await findRunningPostgres(join(data, 'postgres'))) ?? '' })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

async function postgresPid(): Promise<number> {
  const found = await readPostmaster(join(data, 'postgres', 'cluster'))
  if (!found) throw new Error('PostgreSQL does not run')
  return found.pid
}

async function meanScore(): Promise<unknown> {
  const by = ['--by', 'country', '--indicators', 'mean(score),count()', '--format', 'json']
  return JSON.parse(await command('query', '--survey', 'visits', ...by))
}

async function commentsWith(text: string): Promise<number> {
  const { n } = await ask(`select count(*)::int as n from response_comment where message like '%${text}%'`)
  return Number(n)
}

test('a killed PostgreSQL is back within 5 s; requests wait or are told to try again, and nothing acknowledged is lost', async () => {
  const killed = await postgresPid()
  process.kill(killed, 'SIGKILL')
  const begun = performance.now()
  const answers: { status: number; after: number; retryAfter: string | null; body: string }[] = []
  let number = 0
  const write = async (): Promise<void> => {
    while (performance.now() - begun < 6000) {
      const answer = await comment(`during ${++number}.`)
      const body = await answer.text()
      answers.push({ status: answer.status, after: performance.now() - begun, retryAfter: answer.headers.get('retry-after'), body })
    }
  }
  await Promise.all(Array.from({ length: 20 }, write))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
})
