import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import type { BounceSettings } from '../mail-settings.ts'

/** What becomes of mail that arrives. */
export interface InboundMail {
  /** Whether an address is one of ours; every other one is refused, so that nothing is passed on to anybody. */
  isKnown(address: string): Promise<boolean>
  /** Takes a message; what it throws has the sender try again later. */
  take(address: string, message: Buffer): Promise<void>
}

/** A listener for mail. */
export interface InboundServer {
  port: number
  close(): Promise<void>
}

/** Largest message that is taken, in bytes. Reports hold the beginning of what came back, often all of it. */
export const largestMessage = 1024 * 1024
/** Most connections at a time, and most addresses of a message: a report goes to one. */
const mostClients = 50
const mostAddresses = 5
/** How long a connection may be silent, in ms. */
const silence = 30_000

/**
 * Listens for mail to addresses of our own. Mail servers send reports without a password, and need no encryption to do it. Throws
 * where the port is taken.
 */
export async function startInbound(
  { host, port }: Pick<BounceSettings, 'host' | 'port'>,
  mail: InboundMail,
): Promise<InboundServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideSMTPUTF8: true,
    banner: 'Gensvar takes reports of mail that came back',
    size: largestMessage,
    maxClients: mostClients,
    socketTimeout: silence,
    closeTimeout: 1000,
    logger: false,
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length >= mostAddresses) return done(refused(452, 'Too many addresses'))
      mail.isKnown(address).then(
        (isKnown) => (isKnown ? done() : done(refused(550, 'There is no such address here, and nothing is relayed'))),
        () => done(refused(451, 'Try again later')),
      )
    },
    onData(stream, { envelope }, done) {
      readAll(stream)
        .then(async (message) => {
          if (message === null) return done(refused(552, 'The message is too large'))
          for (const { address } of envelope.rcptTo) await mail.take(address, message)
          done()
        })
        .catch(() => done(refused(451, 'Try again later')))
    },
  })
  // A connection that is cut is the sender's to notice.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The whole message; null for one that is too large, of which nothing is kept. */
async function readAll(stream: Readable): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= largestMessage) parts.push(part)
    else parts.length = 0
  }
  return size <= largestMessage ? Buffer.concat(parts) : null
}

function refused(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
