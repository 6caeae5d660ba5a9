import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const program = '/usr/sbin/smtpd'

/** Whether a real mail server, Debian's OpenSMTPD, can be run here: it needs root. */
export const hasOpenSmtpd = existsSync(program) && process.getuid?.() === 0

/** A mail server that runs. */
export interface OpenSmtpd {
  /** Where it takes mail. */
  port: number
  stop(): Promise<void>
}

/** Only one runs on a machine, because all of them have the same queue: whoever has this port. */
export const openSmtpdPort = 46_025
/** How long another test may have it, and how long it may take to start, in ms. */
const patience = 60_000

/**
 * Starts a mail server that passes on mail to each domain to a port of this machine. Throws where another one does not end.
 */
export async function startOpenSmtpd(ports: Readonly<Record<string, number>>): Promise<OpenSmtpd> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-smtpd-'))
  const file = join(folder, 'smtpd.conf')
  const names = Object.keys(ports)
  await writeFile(
    file,
    [
      `listen on 127.0.0.1 port ${openSmtpdPort} hostname mta.example`,
      ...names.map((domain, at) => `action "to${at}" relay host smtp://127.0.0.1:${ports[domain]}`),
      ...names.map((domain, at) => `match from any for domain "${domain}" action "to${at}"`),
      '',
    ].join('\n'),
    { mode: 0o644 },
  )
  for (const end = Date.now() + patience; Date.now() < end; await wait(200)) {
    if (await listens()) continue
    const child = spawn(program, ['-d', '-f', file], { stdio: 'ignore', detached: true })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    while (child.exitCode === null && Date.now() < end && !(await listens())) await wait(100)
    if (child.exitCode !== null) continue
    return {
      port: openSmtpdPort,
      async stop() {
        child.kill('SIGTERM')
        await ended
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
  await rm(folder, { recursive: true, force: true })
  throw new Error('OpenSMTPD did not start')
}

function listens(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(openSmtpdPort, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
