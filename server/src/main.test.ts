import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findHolder } from './platform/data-folder.ts'
import { findRunningPostgres } from './platform/embedded-postgres/launcher.ts'
import { runCommandOn, runServer } from './testing/server-process.ts'
import type { Run } from './testing/server-process.ts'

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

function startServer(env: Record<string, string> = {}): Run {
  return track(runServer(join(folder, 'data'), env))
}

function startCommand(args: string[], env: Record<string, string> = {}): Run {
  return track(runCommandOn(join(folder, 'data'), args, env))
}

function track(run: Run): Run {
  running.add(run.child)
  run.child.on('exit', () => running.delete(run.child))
  return run
}

describe('the server', () => {
  test('starts on an empty folder, answers, leaves nothing open to others and ends in order', async () => {
    const server = startServer()
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
    const first = startServer()
    await first.ready
    const left = await findRunningPostgres(join(folder, 'data', 'postgres'))
    first.child.kill('SIGKILL')
    await first.ended
    const second = startServer()
    const url = await second.ready
    expect(await findRunningPostgres(join(folder, 'data', 'postgres'))).toBe(left)
    expect((await fetch(`${url}health`)).status).toBe(200)
    second.child.kill('SIGINT')
    expect((await second.ended).code).toBe(0)
  })

  test('ends in order when the script that started it is gone', async () => {
    const server = startServer()
    await server.ready
    server.child.disconnect()
    expect(await once(server.child, 'exit')).toEqual([0, null])
    expect(await findRunningPostgres(join(folder, 'data', 'postgres'))).toBeNull()
  })

  test('refuses a folder another one works with, a port in use and wrong settings, each in plain words', async () => {
    const server = startServer()
    await server.ready
    const other = await startServer().ended
    expect(other).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`Process ${server.child.pid} already works`),
    })
    server.child.kill('SIGTERM')
    await server.ended

    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const { port } = busy.address() as AddressInfo
    const refused = await startServer({ PORT: String(port) }).ended
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(`Port ${port} is in use. Set PORT`) })
    busy.close()
    expect(await findRunningPostgres(join(folder, 'data', 'postgres'))).toBeNull()

    const wrong = await startServer({ PORT: 'x', GENSVAR_MODE: 'y' }).ended
    expect(wrong.code).toBe(1)
    expect(wrong.errors).toMatch(/PORT: .*\n.*GENSVAR_MODE: /)
    expect(wrong.errors).not.toContain('    at ')
    const unreachable = await startServer({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }).ended
    expect(unreachable).toMatchObject({ code: 1, errors: expect.stringContaining('DATABASE_URL cannot be used') })
  })
})

describe('the command line', () => {
  test('backs up and restores with and without a running server', async () => {
    const file = join(folder, 'one.backup')
    const alone = await startCommand(['backup', file]).ended
    expect(alone).toMatchObject({ code: 0, errors: expect.stringContaining('Saved') })

    const server = startServer()
    await server.ready
    const again = await startCommand(['backup', file]).ended
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('exists. Choose another name') })
    expect(await startCommand(['backup', file, '--force']).ended).toMatchObject({ code: 0 })
    const refused = await startCommand(['restore', file]).ended
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('Stop it first') })
    server.child.kill('SIGTERM')
    await server.ended

    const restored = await startCommand(['restore', file], { GENSVAR_DATA: join(folder, 'other') }).ended
    expect(restored).toMatchObject({ code: 0, errors: expect.stringMatching(/Restored \d+ rows/) })
  })

  test('says what there is, and what is wrong with an argument', async () => {
    expect(await startCommand(['--help']).ended).toMatchObject({
      code: 0,
      output: expect.stringMatching(/backup .*\n[\s\S]*restore/),
    })
    expect(await startCommand(['backup', '--help']).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('--force'),
    })
    expect(await startCommand(['fly']).ended).toMatchObject({
      code: 2,
      errors: expect.stringContaining(`no command 'fly'`),
    })
    expect(await startCommand(['backup']).ended).toMatchObject({
      code: 2,
      errors: expect.stringContaining('FILE is missing'),
    })
    const unknown = await startCommand(['backup', 'x', '--fast']).ended
    expect(unknown).toMatchObject({ code: 2, errors: expect.stringContaining('--fast') })
  })
})
