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

/** How much more than it says no part of a table inflates to: rows of answers deflate to a twentieth or so. */
const most = { ratio: 250, from: 20_000_000 }

/**
 * Checks the parts of a zip container by what its directory says of them, inflates those whose content is asked for, and
 * returns them as text (up to 1 MB each). No part may inflate to more than the directory says. With `sheets`, those are
 * inflated as well, to find merged cells. Errors: `validation` for a damaged or encrypted container, `too_large` for too
 * many parts or too many bytes.
 */
export async function checkZip(
  file: string,
  limits: WorkbookLimits,
  { keep, sheets }: { keep: (name: string) => boolean; sheets: boolean },
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
      const name = entry.fileName
      if (name.endsWith('/')) continue
      if (entry.isEncrypted()) throw encryptedWorkbook()
      const shared = /sharedstrings\.xml$/i.test(name)
      demandSize(entry, Math.min(limits.inflatedBytes - total, shared ? limits.sharedStringBytes : Infinity))
      total += entry.uncompressedSize
      if (!keep(name) && !(sheets && sheetPart.test(name))) continue
      const part = await inflate(zip, entry, keep(name))
      merged ||= part.merged
      if (part.text !== null) kept.set(name, part.text)
    }
  } catch (error) {
    throw asRefusal(error)
  } finally {
    zip.close()
  }
  return { kept, merged }
}

const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/i

/** Most bytes that nothing deflates to. */
const emptyBytes = 16

function largerThanSaid(part: string): ImportRefusal {
  return tooLarge(say`The workbook is rejected: its part ${part} is larger than its directory says.`)
}

/** Refuses a part by the size that the directory says it has: inflating it first would take seconds. */
function demandSize({ fileName, compressedSize, uncompressedSize }: Entry, allowed: number): void {
  if (uncompressedSize > allowed)
    throw tooLarge(say`The workbook is rejected: its part ${fileName} inflates beyond ${Math.floor(allowed / 1e6)} MB.`)
  if (uncompressedSize === 0 && compressedSize > emptyBytes) throw largerThanSaid(fileName)
  if (uncompressedSize > most.from && uncompressedSize > compressedSize * most.ratio)
    throw tooLarge(
      say`The workbook is rejected: its part ${fileName} inflates to more than ${most.ratio} times its size, which no table does.`,
    )
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    // Sizes are counted here, because the declared ones may be wrong.
    return await yauzl.openPromise(file, { validateEntrySizes: false, autoClose: false, lazyEntries: true })
  } catch (error) {
    throw asRefusal(error)
  }
}

async function inflate(zip: ZipFile, entry: Entry, keep: boolean): Promise<{ text: string | null; merged: boolean }> {
  const chunks: Buffer[] = []
  let bytes = 0
  let merged = false
  let before: Buffer = Buffer.alloc(0)
  const stream = await zip.openReadStreamPromise(entry)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > entry.uncompressedSize) throw largerThanSaid(entry.fileName)
      if (keep && bytes <= keptBytes) chunks.push(chunk)
      merged ||=
        chunk.includes(mergeMark) || Buffer.concat([before, chunk.subarray(0, mergeMark.length)]).includes(mergeMark)
      before = chunk.subarray(-mergeMark.length)
    }
  } finally {
    stream.destroy()
  }
  return { merged, text: keep ? Buffer.concat(chunks).toString('utf8') : null }
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
  return damagedWorkbook(error)
}

/** The answer to a workbook that cannot be read, with the reason that the library gives. */
export function damagedWorkbook(error: unknown): ImportRefusal {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.+$/, '')
  const words = say`The workbook is damaged: ${reason}. Open it in a spreadsheet program and save a copy.`
  return new ImportRefusal('validation', words, 'file')
}
