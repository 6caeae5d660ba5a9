import { once } from 'node:events'
import { say } from '@gensvar/contract/say'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { defineCommand } from './command.ts'
import { runInServer, serveCommands } from './remote.ts'
import type { ExitCode } from './command-error.ts'

const secret = 'a secret of this test'

/** Works until it is cancelled, and then reports that. */
const endless = defineCommand({
  name: 'endless',
  summary: 'Works.',
  options: {},
  async run({ note, signal, cwd }) {
    note(`Working in ${cwd} ...\n`)
    await once(signal, 'abort')
    throw new AppError('conflict', say`The work was cancelled. Nothing was changed.`)
  },
})

let server: TestApp
let url = ''

beforeAll(async () => {
  server = await testApp({}, { routes: (app) => serveCommands(app, [endless], secret) })
  url = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

/** Runs the command in the server and cancels it once it reports that it works. */
async function runAndGiveUp(): Promise<{ exitCode: ExitCode; noted: string }> {
  const giveUp = new AbortController()
  let noted = ''
  const note = (text: string): void => {
    noted += text
    giveUp.abort()
  }
  const call = { name: 'endless', args: [], cwd: '/here' }
  const exitCode = await runInServer({ url, secret }, call, { print: note, note }, giveUp.signal)
  return { exitCode, noted }
}

test('a command that is given up in a running server ends there and says what became of it', async () => {
  expect(await runAndGiveUp()).toEqual({
    exitCode: 1,
    noted: 'Working in /here ...\nError: The work was cancelled. Nothing was changed.\n',
  })
})

test('nobody without the secret runs or ends commands', async () => {
  const call = { name: 'endless', args: [], cwd: '/' }
  const output = { print: () => {}, note: () => {} }
  const wrong = { url, secret: 'another secret' }
  await expect(runInServer(wrong, call, output, new AbortController().signal)).rejects.toThrow('answered 404')
  for (const headers of [{}, { authorization: 'Bearer another secret' }]) {
    const answer = await server.app.inject({ method: 'DELETE', url: '/internal/command/some-id', headers })
    expect(answer.json()).toMatchObject({ code: 'not_found', message: 'There is nothing at DELETE /internal/command.' })
  }
})
