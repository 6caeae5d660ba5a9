import yauzl from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { ImportRefusal } from '../import-words.ts'
import type { WorkbookLimits } from './workbook-limits.ts'

/** Largest part kept in memory while checking, in bytes. */
const keptBytes = 1_000_000

/** The XML tag of a sheet with merged cells. */
const mergeMark = '<mergeCell '

/** What checking a container found: the parts asked for, as text, and whether a sheet has merged cells. */
export interface CheckedZip {
  kept: Map<string, string>
  merged: boolean
}

/**
 * Inflates every part of a zip container once, counting bytes, and returns the parts `keep` asks for (up to 1 MB each)
 * as text. Declared sizes are not trusted. Errors: `validation` for a damaged or encrypted container, `too_large`
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
      if (++entries > limits.entries)
        throw tooLarge(say`The workbook is rejected: it has more than ${limits.entries} parts.`)
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
    throw asRefusal(error)
  } finally {
    zip.close()
  }
  return { kept, merged }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    // Sizes are counted here, because the declared ones may be wrong.
    return await yauzl.openPromise(file, { validateEntrySizes: false, autoClose: false, lazyEntries: true })
  } catch (error) {
    throw asRefusal(error)
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
      if (bytes > allowed) {
        const most = Math.floor(allowed / 1e6)
        throw tooLarge(say`The workbook is rejected: its part ${entry.fileName} inflates beyond ${most} MB.`)
      }
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
export function encryptedWorkbook(): ImportRefusal {
  const words = say`The workbook is protected with a password. Save a copy without one and import that.`
  return new ImportRefusal('validation', words, 'file')
}

function tooLarge(words: Words): ImportRefusal {
  return new ImportRefusal('too_large', words, 'file')
}

function asRefusal(error: unknown): ImportRefusal {
  if (error instanceof ImportRefusal) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new ImportRefusal('validation', say`The workbook is damaged: ${reason}.`, 'file')
}
