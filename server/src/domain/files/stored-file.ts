import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'

type Db = Kysely<Database>

/** Size of a part of a file, in bytes. */
const partSize = 1024 * 1024
/** How long a file may be without anybody who keeps it, in ms: longer than any run that writes one. */
const unkeptTime = 48 * 60 * 60_000

/** What a file belongs to. */
export interface FileOwner {
  /** Null for none. */
  universeId: number | null
  surveyId: number | null
  /** Whether it holds answers of single respondents, so that it is removed when such answers are erased. */
  hasCases: boolean
}

/** A file as stored. */
export interface StoredFile {
  id: number
  /** In bytes. */
  size: number
}

/** A file to write: nobody reads it before it is complete and kept. */
export class NewFile {
  readonly id: number
  private readonly db: Db

  private constructor(db: Db, id: number) {
    this.db = db
    this.id = id
  }

  /** Creates an empty file. Call it before reading what goes into the file: see `removeCaseFiles`. */
  static async create(
    { db, clock }: { db: Db; clock: Clock },
    { universeId, surveyId, hasCases }: FileOwner,
  ): Promise<NewFile> {
    const { id } = await db
      .insertInto('stored_file')
      .values({ universe_id: universeId, survey_id: surveyId, has_cases: hasCases, created: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return new NewFile(db, id)
  }

  /**
   * Writes the content part by part, each in a transaction of its own, no faster than it is stored. When it fails or is
   * aborted, the file is removed and this throws.
   */
  async write(content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<StoredFile> {
    let size = 0
    let number = 0
    try {
      // One part is stored while the next one is made.
      let storing = Promise.resolve()
      for await (const part of partsOf(content)) {
        await storing
        signal.throwIfAborted()
        size += part.length
        storing = this.addPart(number++, part)
        storing.catch(() => {})
      }
      await storing
      signal.throwIfAborted()
      const { numUpdatedRows } = await this.db
        .updateTable('stored_file')
        .set({ size })
        .where('id', '=', this.id)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Error('The file was removed while it was being written')
      return { id: this.id, size }
    } catch (error) {
      await removeFile(this.db, this.id).catch(() => {})
      throw error
    }
  }

  private async addPart(number: number, content: Buffer): Promise<void> {
    await this.db.insertInto('stored_file_part').values({ file_id: this.id, number, content }).execute()
  }
}

/** The content of a file as a stream that holds one part at a time; it fails when the file is removed meanwhile. */
export function readFile(db: Db, { id, size }: StoredFile): Readable {
  return Readable.from(readParts(db, id, Math.ceil(size / partSize)), { objectMode: false, highWaterMark: partSize })
}

/** Keeps a file until a moment. Call it in the transaction of whatever names the file. */
export async function keepFile({ db }: { db: Db }, id: number, expires: Date): Promise<void> {
  await db.updateTable('stored_file').set({ expires }).where('id', '=', id).execute()
}

/** Removes a file, if it is there. */
export async function removeFile(db: Db, id: number): Promise<void> {
  await db.deleteFrom('stored_file').where('id', '=', id).execute()
}

/** Removes files whose time is over, and those that a run left behind when its server died; returns how many. */
export async function removeExpiredFiles({ db, clock }: WriteTx<WriteContext & { clock: Clock }>): Promise<number> {
  const now = clock.now()
  const { numDeletedRows } = await db
    .deleteFrom('stored_file')
    .where((where) =>
      where.or([
        where('expires', '<=', now),
        where.and([where('expires', 'is', null), where('created', '<', new Date(now.getTime() - unkeptTime))]),
      ]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Removes the files of a survey that hold answers of single respondents; returns how many. Call it in the transaction
 * that erases such answers. A run that is writing such a file fails and is repeated; one that begins meanwhile waits at
 * `NewFile.create` until the answers are gone, so that no file has read them before.
 */
export async function removeCaseFiles({ db }: WriteTx<WriteContext>, surveyId: number): Promise<number> {
  await sql`select from survey where id = ${surveyId} for update`.execute(db)
  const { numDeletedRows } = await db
    .deleteFrom('stored_file')
    .where('survey_id', '=', surveyId)
    .where('has_cases', '=', true)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    size += chunk.length
    if (size < partSize) continue
    const whole = Buffer.concat(waiting, size)
    const rest = whole.length % partSize
    for (let from = 0; from + partSize <= whole.length; from += partSize) yield whole.subarray(from, from + partSize)
    waiting = rest === 0 ? [] : [whole.subarray(whole.length - rest)]
    size = rest
  }
  if (size > 0) yield Buffer.concat(waiting, size)
}

async function* readParts(db: Db, id: number, parts: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < parts; number++) {
    const { content } = await db
      .selectFrom('stored_file_part')
      .select('content')
      .where('file_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    yield content
  }
}
