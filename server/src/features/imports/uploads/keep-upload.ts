import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import { maxUploadBytes } from '@gensvar/contract/imports'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { NewFile, keepFile, readFile, removeFile } from '#server/domain/files/stored-file.ts'
import type { StoredFile } from '#server/domain/files/stored-file.ts'
import { uploadTime } from '#server/domain/imports/own-uploads.ts'
import { write } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { receiveFile } from '#server/platform/file-body.ts'
import { makeSpoolFolder } from '#server/platform/spool-folder.ts'
import { readHead } from './read-head.ts'
import type { FileHead } from './read-head.ts'
import { createUploadRow, listUploadRows } from './store.ts'

/** A file on its way in: its body, and how to make sure that its sender may still upload once it has arrived. */
export interface IncomingFile {
  filename: string
  body: IncomingMessage
  demandSession: () => Promise<void>
}

/**
 * Receives a file into a folder of its own, looks at its beginning and keeps it for a day as the caller's own; one of the
 * same name takes the place of the earlier one. Never more than a few MB of it are in memory. Throws `too_large`,
 * `validation` for a file that cannot be read, and `unauthenticated` where the session ended meanwhile.
 */
export async function keepUpload(
  ctx: Ctx,
  { filename, body, demandSession }: IncomingFile,
  of: { surveyId: number | null; component: string },
): Promise<{ uuid: string; head: FileHead }> {
  const name = plainName(filename)
  const folder = await makeSpoolFolder()
  try {
    const path = join(folder, name)
    await receiveFile(body, path, maxUploadBytes)
    await demandSession()
    const head = await readHead(path, null)
    const owner = { universeId: ctx.identity.universe?.id ?? null, surveyId: of.surveyId, hasCases: true }
    const file = await (await NewFile.create(ctx, owner)).write(createReadStream(path), new AbortController().signal)
    const before = (await listUploadRows(ctx, of)).filter((one) => one.filename === name)
    const keep = write(ctx, async (tx) => {
      for (const one of before) await removeFile(tx.db, one.file.id)
      await keepFile(tx, file.id, new Date(ctx.clock.now().getTime() + uploadTime))
      const made = await createUploadRow(tx, { ...of, filename: name, head, fileId: file.id })
      await tx.audit({ action: 'import.upload', object: name, ...(of.surveyId !== null && { surveyId: of.surveyId }) })
      return made
    })
    const uuid = await keep.catch(async (error: unknown) => {
      await removeFile(ctx.db, file.id)
      throw error
    })
    return { uuid, head }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Works with a stored file under its own name in a folder that is removed afterwards. */
export async function withLocalFile<T>(
  { db }: { db: Kysely<Database> },
  { file, filename }: { file: StoredFile; filename: string },
  work: (path: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const folder = await makeSpoolFolder()
  try {
    const path = join(folder, filename)
    await pipeline(readFile(db, file), createWriteStream(path, { mode: 0o600 }), { signal })
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The name of a file without folders. Throws `validation` for one that is no name. */
function plainName(filename: string): string {
  const name = basename(filename.replaceAll('\\', '/')).trim()
  if (name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 240) return name
  const words = say`The file needs a name of at most 200 characters.`
  throw new AppError('validation', words, { filename: words })
}
