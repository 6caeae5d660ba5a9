import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('front-process.ts', import.meta.url))

let port: Promise<string> | null = null

/**
 * Address of an empty database of a ClickHouse: its engine, from the folder `chdb`, with an HTTP server before it in a
 * process of its own. The tests of one worker share it; its data is below `data`.
 */
export async function clickHouseUrl(chdb: string, data: string): Promise<string> {
  port ??= startFront(chdb, join(data, `clickhouse-${process.pid}`))
  return `http://127.0.0.1:${await port}/test_${randomBytes(8).toString('hex')}`
}

async function startFront(chdb: string, data: string): Promise<string> {
  const child = spawn(process.execPath, [program, chdb, data], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process with the engine of ClickHouse has ended')
  })
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer]
  ended.catch(() => undefined)
  // The tests need not wait for it: it ends when this process does.
  child.unref()
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref()
  return line.toString().trim()
}
