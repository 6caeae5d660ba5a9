import yauzl from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { AppError } from '#server/platform/errors'
import type { WorkbookLimits } from './workbook-limits.ts'

/** Parts small enough to keep while checking. */
const keptBytes = 1_000_000

/** What a sheet with merged cells holds. */
const mergeMark = '<mergeCell '

/** What checking a container found: the parts asked for, as text, and whether a sheet has merged cells. */
export interface CheckedZip {
  kept: Map<string, string>
  merged: boolean
}

/**
 * Inflates every part of a zip container once, counting, and hands back the parts `keep` asks for (up to 1 MB each)
 * as text. Declared sizes are not believed. Errors: `validation` for a broken or encrypted container, `too_large`
 * for too many parts or too many bytes.
 */
export async function checkZip(
  file: string,
  limits: WorkbookLimits,
  keep: (name: string) => boolean,
): Promise<CheckedZip> {
  const kept = new Map<string, string>()
  let merged = false
  const zip = await openZip(file)
  let entries = 0
  let total = 0
  try {
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      if (++entries > limits.entries) throw tooLarge(`it has more than ${limits.entries} parts`)
      if (entry.fileName.endsWith('/')) continue
      if (entry.isEncrypted()) throw encryptedWorkbook()
      const shared = /sharedstrings\.xml$/i.test(entry.fileName)
      const allowed = Math.min(limits.inflatedBytes - total, shared ? limits.sharedStringBytes : Infinity)
      const part = await inflate(zip, entry, allowed, keep(entry.fileName))
      const { bytes, text } = part
      total += bytes
      merged ||= part.merged
      if (text !== null) kept.set(entry.fileName, text)
    }
  } catch (error) {
    throw asAppError(error)
  } finally {
    zip.close()
  }
  return { kept, merged }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    // Sizes are counted here rather than compared with what the container says of itself.
    return await yauzl.openPromise(file, { validateEntrySizes: false, autoClose: false, lazyEntries: true })
  } catch (error) {
    throw asAppError(error)
  }
}

async function inflate(
  zip: ZipFile,
  entry: Entry,
  allowed: number,
  keep: boolean,
): Promise<{ bytes: number; text: string | null; merged: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  let merged = false
  let before: Buffer = Buffer.alloc(0)
  const stream = await zip.openReadStreamPromise(entry)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > allowed) throw tooLarge(`its part ${entry.fileName} inflates beyond ${Math.floor(allowed / 1e6)} MB`)
      if (keep && bytes <= keptBytes) chunks.push(chunk)
      merged ||=
        chunk.includes(mergeMark) || Buffer.concat([before, chunk.subarray(0, mergeMark.length)]).includes(mergeMark)
      before = chunk.subarray(-mergeMark.length)
    }
  } finally {
    stream.destroy()
  }
  return { bytes, merged, text: keep ? Buffer.concat(chunks).toString('utf8') : null }
}

/** The answer to a workbook that cannot be opened without a password. */
export function encryptedWorkbook(): AppError {
  return new AppError(
    'validation',
    'The workbook is protected with a password. Save a copy without one and import that.',
  )
}

function tooLarge(why: string): AppError {
  return new AppError('too_large', `The workbook is refused: ${why}.`)
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new AppError('validation', `The workbook is broken: ${reason}.`)
}
