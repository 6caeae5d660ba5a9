import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { say } from '@gensvar/contract/say'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** Media type of a body that is a file. */
const fileType = 'application/octet-stream'

/** Leaves the body of routes that take a file to their handlers; other routes reject such a body. */
export function takeFiles(app: FastifyInstance): void {
  app.addContentTypeParser(fileType, (request, _payload, done) => {
    if (request.routeOptions.config.takesFile === true) done(null)
    else done(new AppError('validation', say`The body of the request must be JSON.`))
  })
}

/**
 * Writes the body of a request to a file as it arrives; returns its size in bytes. Throws `too_large` at the limit, in
 * bytes, and before anything is read where the request says that it is larger; `validation` for an interrupted one.
 */
export async function receiveFile(
  body: Readable & { headers: NodeJS.Dict<string | string[]> },
  path: string,
  limit: number,
): Promise<number> {
  const declared = Number(body.headers['content-length'] ?? 0)
  if (declared > limit) throw tooLarge(limit)
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > limit) done(tooLarge(limit))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(body, counted, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new AppError('unavailable', say`The server's disk is full. Tell whoever runs it.`)
    throw new AppError('validation', say`The upload was interrupted. Upload the file again.`)
  }
  return size
}

function tooLarge(limit: number): AppError {
  const words = say`The file is over ${limit / 1e6} MB. Split it, or leave out columns that are not needed.`
  return new AppError('too_large', words, { file: words })
}
