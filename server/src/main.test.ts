import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findHolder } from './platform/data-folder.ts'
import { findRunningPostgres } from './platform/embedded-postgres/launcher.ts'

const mainFile = fileURLToPath(new URL('main.ts', import.meta.url))
const cliFile = fileURLToPath(new URL('cli/main.ts', import.meta.url))

let folder: string
const running = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-main-'))
  await chmod(folder, 0o711)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGTERM')
  for (const child of running) await once(child, 'exit')
  await rm(folder, { recursive: true, force: true })
})

interface Ended {
  code: number | null
  output: string
  errors: string
}

function run(file: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', GENSVAR_DEMO: 'off', GENSVAR_DATA: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  child.on('exit', () => running.delete(child))
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output, errors })))
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const url = /is ready: (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
    void ended.then(({ errors: said }) => reject(new Error(said)))
  })
  ready.catch(() => {})
  return { child, ready, ended }
}

describe('the server', () => {
  test('starts on an empty folder, answers, leaves nothing open to others and ends in order', async () => {
    const server = run(mainFile, [])
    const url = await server.ready
    expect(await (await fetch(`${url}health`)).json()).toMatchObject({ status: 'ok' })
    for (const name of await readdir(join(folder, 'data')))
      expect((await stat(join(folder, 'data', name))).mode & 0o077, name).toBe(0)
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    expect(await findHolder(join(folder, 'data'))).toBeNull()
    expect(await findRunningPostgres(join(folder, 'data', 'postgres'))).toBeNull()
  })

  test('starts again after it was killed, taking over the PostgreSQL it left behind', async () => {
    const first = run(mainFile, [])
    await first.ready
    const left = await findRunningPostgres(join(folder, 'data', 'postgres'))
    first.child.kill('SIGKILL')
    await first.ended
    const second = run(mainFile, [])
    const url = await second.ready
    expect(await findRunningPostgres(join(folder, 'data', 'postgres'))).toBe(left)
    expect((await fetch(`${url}health`)).status).toBe(200)
    second.child.kill('SIGINT')
    expect((await second.ended).code).toBe(0)
  })

  test('ends in order when the script that started it is gone', async () => {
    const server = run(mainFile, [])
    await server.ready
    server.child.disconnect()
    expect(await once(server.child, 'exit')).toEqual([0, null])
    expect(await findRunningPostgres(join(folder, 'data', 'postgres'))).toBeNull()
  })

  test('refuses a folder another one works with, a port in use and wrong settings, each in plain words', async () => {
    const server = run(mainFile, [])
    await server.ready
    const other = await run(mainFile, []).ended
    expect(other).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`Process ${server.child.pid} already works`),
    })
    server.child.kill('SIGTERM')
    await server.ended

    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const { port } = busy.address() as AddressInfo
    const refused = await run(mainFile, [], { PORT: String(port) }).ended
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(`Port ${port} is in use. Set PORT`) })
    busy.close()
    expect(await findRunningPostgres(join(folder, 'data', 'postgres'))).toBeNull()

    const wrong = await run(mainFile, [], { PORT: 'x', GENSVAR_MODE: 'y' }).ended
    expect(wrong.code).toBe(1)
    expect(wrong.errors).toMatch(/PORT: .*\n.*GENSVAR_MODE: /)
    expect(wrong.errors).not.toContain('    at ')
    const unreachable = await run(mainFile, [], { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }).ended
    expect(unreachable).toMatchObject({ code: 1, errors: expect.stringContaining('DATABASE_URL cannot be used') })
  })
})

describe('the command line', () => {
  test('backs up and restores with and without a running server', async () => {
    const file = join(folder, 'one.backup')
    const alone = await run(cliFile, ['backup', file]).ended
    expect(alone).toMatchObject({ code: 0, errors: expect.stringContaining('Saved') })

    const server = run(mainFile, [])
    await server.ready
    const again = await run(cliFile, ['backup', file]).ended
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('exists. Choose another name') })
    expect(await run(cliFile, ['backup', file, '--force']).ended).toMatchObject({ code: 0 })
    const refused = await run(cliFile, ['restore', file]).ended
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('Stop it first') })
    server.child.kill('SIGTERM')
    await server.ended

    const restored = await run(cliFile, ['restore', file], { GENSVAR_DATA: join(folder, 'other') }).ended
    expect(restored).toMatchObject({ code: 0, errors: expect.stringMatching(/Restored \d+ rows/) })
  })

  test('says what there is, and what is wrong with an argument', async () => {
    expect(await run(cliFile, ['--help']).ended).toMatchObject({
      code: 0,
      output: expect.stringMatching(/backup .*\n[\s\S]*restore/),
    })
    expect(await run(cliFile, ['backup', '--help']).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('--force'),
    })
    expect(await run(cliFile, ['fly']).ended).toMatchObject({
      code: 2,
      errors: expect.stringContaining(`no command 'fly'`),
    })
    expect(await run(cliFile, ['backup']).ended).toMatchObject({
      code: 2,
      errors: expect.stringContaining('FILE is missing'),
    })
    const unknown = await run(cliFile, ['backup', 'x', '--fast']).ended
    expect(unknown).toMatchObject({ code: 2, errors: expect.stringContaining('--fast') })
  })
})
