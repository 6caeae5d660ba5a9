import { randomUUID, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { say } from '@gensvar/contract/say'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { linkAddress } from '#server/platform/addresses.ts'
import type { LocalServer } from '#server/platform/data-folder.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Command } from './command.ts'
import { runCommand } from './run.ts'
import type { ExitCode } from './command-error.ts'

const path = '/internal/command'

const request = z.object({ id: z.uuid(), name: z.string(), args: z.array(z.string()), cwd: z.string() })

/** One line of the answer: a piece of output, or the end. */
const event = z.union([
  z.object({ print: z.string() }),
  z.object({ note: z.string() }),
  z.object({ exit: z.union([z.literal(0), z.literal(1), z.literal(2)]) }),
])

type Event = z.infer<typeof event>

/** A command to run: its name, its arguments, and the user's current folder. */
export type RemoteCall = Omit<z.infer<typeof request>, 'id'>

/** Where a command's output goes. */
export interface Output {
  print(text: string): void
  note(text: string): void
}

/**
 * Lets commands run inside this server, which has the data open. Only a caller that can read the data folder knows
 * the secret; without it the path answers 404.
 */
export function serveCommands(app: FastifyInstance, commands: readonly Command[], secret: string): void {
  const running = new Map<string, AbortController>()
  const demandSecret = ({ headers, method }: FastifyRequest): void => {
    if (!isSame(headers.authorization ?? '', `Bearer ${secret}`))
      throw new AppError('not_found', say`There is nothing at ${method} ${path}.`)
  }
  app.delete<{ Params: { id: string } }>(`${path}/:id`, async (incoming, reply) => {
    demandSecret(incoming)
    const command = running.get(incoming.params.id)
    command?.abort()
    return reply.code(command ? 204 : 404).send()
  })
  app.post(path, { bodyLimit: 1024 * 1024 }, async (incoming, reply) => {
    demandSecret(incoming)
    const { id, name, args, cwd } = request.parse(incoming.body)
    const command = commands.find((candidate) => candidate.name === name)
    if (!command) throw new AppError('validation', say`The running server has no command "${name}". Restart it.`)
    const lines = new Readable({ read() {} })
    const send = (line: Event): void => void (lines.destroyed || lines.push(`${JSON.stringify(line)}\n`))
    const stopped = new AbortController()
    running.set(id, stopped)
    reply.raw.once('close', () => stopped.abort())
    const call = {
      deps: app.deps,
      cwd,
      print: (text: string) => send({ print: text }),
      note: (text: string) => send({ note: text }),
      signal: stopped.signal,
      address: linkAddress(app),
    }
    void runCommand(command, args, call).then((exit) => {
      running.delete(id)
      send({ exit })
      lines.push(null)
    })
    return reply.header('content-type', 'application/x-ndjson').header('content-encoding', 'identity').send(lines)
  })
}

/**
 * Runs a command in the server that holds the data, passing its output on. An abort of `signal` is passed on too, so that
 * the command itself can report the result. Throws when the connection to the server is lost.
 */
export async function runInServer(
  server: LocalServer,
  call: RemoteCall,
  output: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const id = randomUUID()
  const authorization = `Bearer ${server.secret}`
  const connection = new AbortController()
  const cancel = async (): Promise<void> => {
    const answer = await fetch(`${server.url}${path}/${id}`, { method: 'DELETE', headers: { authorization } }).catch(
      () => null,
    )
    if (!answer?.ok) connection.abort()
  }
  signal.addEventListener('abort', () => void cancel(), { once: true })
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ id, ...call }),
    signal: connection.signal,
  })
  if (!response.ok || !response.body)
    throw new Error(`The running server answered ${response.status}: ${await response.text()}`)
  let rest = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const said = event.parse(JSON.parse(line))
      if ('exit' in said) return said.exit
      if ('print' in said) output.print(said.print)
      else output.note(said.note)
    }
  }
  throw new Error('The server ended before the command did.')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
