import { createWriteStream } from 'node:fs'
import type { Socket } from 'node:net'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { say } from '@gensvar/contract/say'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'
import { explainFullDisk } from './full-disk.ts'

/** Media type of a body that is a file. */
const fileType = 'application/octet-stream'

/** Leaves the body of routes that take a file to their handlers; other routes reject such a body. */
export function takeFiles(app: FastifyInstance): void {
  app.addContentTypeParser(fileType, (request, _payload, done) => {
    if (request.routeOptions.config.takesFile === true) done(null)
    else done(new AppError('validation', say`The body of the request must be JSON.`))
  })
}

/** How long a file may stop arriving before its upload is ended, in ms; one that arrives slowly may take as long as it needs. */
export const uploadIdleTime = 60_000

/** How long whoever sends a file that is refused may go on, in ms, before the connection is closed. */
const refusedTime = 5_000

/**
 * Writes the body of a request to a file as it arrives; returns its size in bytes. Throws `too_large` at the limit, in
 * bytes, and before anything is read where the request says that it is larger; `validation` for an interrupted one;
 * `unavailable` where the disk is full.
 */
export async function receiveFile(
  body: FileBody,
  path: string,
  limit: number,
  idleTime = uploadIdleTime,
): Promise<number> {
  const idle = new AbortController()
  const timer = setTimeout(() => idle.abort(), idleTime)
  try {
    if (Number(body.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
    let size = 0
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        timer.refresh()
        size += chunk.length
        if (size > limit) done(tooLarge(limit))
        else done(null, chunk)
      },
    })
    // Not part of the pipeline, which would close the connection that the answer needs.
    body.once('error', (error) => counted.destroy(error))
    body.once('close', () => body.readableEnded || counted.destroy(new Error('the sender left')))
    await pipeline(body.pipe(counted), createWriteStream(path, { mode: 0o600 }), { signal: idle.signal })
    return size
  } catch (error) {
    dropRest(body)
    const full = explainFullDisk(error)
    if (full || error instanceof AppError) throw full ?? error
    throw new AppError('validation', say`The upload was interrupted. Upload the file again.`)
  } finally {
    clearTimeout(timer)
  }
}

/** Reads on without keeping anything, so that the sender can read the answer, and closes the connection soon. */
function dropRest(body: FileBody): void {
  if (body.readableEnded) return
  const timer = setTimeout(() => body.socket?.destroy(), refusedTime).unref()
  for (const event of ['end', 'close'] as const) body.once(event, () => clearTimeout(timer))
  body.on('error', () => {})
  body.resume()
}

/** A request whose body is a file. */
type FileBody = Readable & { headers: NodeJS.Dict<string | string[]>; socket?: Socket }

function tooLarge(limit: number): AppError {
  const words = say`The file is over ${limit / 1e6} MB. Split it, or leave out columns that are not needed.`
  return new AppError('too_large', words, { file: words })
}
