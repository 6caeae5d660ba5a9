import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { explainFullDisk } from '#server/platform/full-disk.ts'
import { readLetters } from './letter-store.ts'

/** Letters that are read at a time. */
const batch = 20

/**
 * One PDF of the letters of some messages, in that order, made in a folder of its own that is removed afterwards. `onLetters`
 * is told how many are ready to be joined. Throws `unavailable` where the program that joins them is missing, or the
 * disk is full; the signal's reason where it is aborted.
 */
export async function* joinLetters(
  db: Kysely<Database>,
  ids: readonly number[],
  { signal, onLetters }: { signal: AbortSignal; onLetters: (done: number) => void },
): AsyncGenerator<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-joined-'))
  try {
    let count = 0
    for (let from = 0; from < ids.length; from += batch) {
      signal.throwIfAborted()
      for (const letter of await readLetters(db, ids.slice(from, from + batch)))
        await writeFile(join(folder, `${count++}.pdf`), letter, { mode: 0o600 })
      onLetters(Math.min(from + batch, ids.length))
    }
    // All of them were erased meanwhile.
    if (count === 0) throw new AppError('not_found', say`There are no letters any more.`)
    await joinFiles(folder, count, signal)
    yield* createReadStream(join(folder, 'all.pdf'), { highWaterMark: 262_144 }) as AsyncIterable<Buffer>
  } catch (error) {
    throw explainFullDisk(error) ?? error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Has qpdf join the files, which are named in a file: a command line holds some thousands only. */
async function joinFiles(folder: string, count: number, signal: AbortSignal): Promise<void> {
  const files = Array.from({ length: count }, (_, n) => join(folder, `${n}.pdf`))
  await writeFile(join(folder, 'list'), ['--empty', '--pages', ...files, '--', join(folder, 'all.pdf'), ''].join('\n'))
  const child = spawn('qpdf', [`@${join(folder, 'list')}`], {
    signal,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000)
  })
  const [code] = await once(child, 'exit').catch((error: NodeJS.ErrnoException) => {
    signal.throwIfAborted()
    if (error.code !== 'ENOENT') throw error
    throw new AppError(
      'unavailable',
      say`Letters are joined by the program qpdf, which is not installed on this server.`,
    )
  })
  if (code === 0 || code === 3) return
  if (/no space left/i.test(said))
    throw new AppError('unavailable', say`The server's disk is full. Tell whoever runs it.`)
  throw new Error(`qpdf ended with ${code}: ${said}`)
}
