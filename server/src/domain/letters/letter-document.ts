import type { Words } from '@gensvar/contract/say'
import { XMLSerializer } from '@xmldom/xmldom'
import { cleanLetter, removedWords } from './clean-letter.ts'
import { compileLetter } from './compile-letter.ts'
import type { ReadLetter } from './compile-letter.ts'
import { parseLetter, readLetterFile } from './letter-file.ts'

/** A letter as it is stored. */
export interface CleanLetter extends Omit<ReadLetter, 'pieces'> {
  document: string
  /** What was taken out of it, in words. */
  removed: Words[]
}

/** Reads an uploaded letter and takes out whatever could load or run anything. Throws as `readLetterFile` does. */
export function takeLetter(file: Buffer, known: ReadonlySet<string>): CleanLetter {
  const read = readLetterFile(file)
  const removed = [...cleanLetter(read)].map((kind) => removedWords[kind])
  const document = new XMLSerializer().serializeToString(read)
  const { tags, problems } = compileLetter(read, known)
  return { document, removed, tags, problems }
}

/** Reads a stored letter to fill it. It is cleaned once more: rules may have become stricter since it was stored. */
export function readStoredLetter(document: string, known: ReadonlySet<string>): ReadLetter {
  const read = parseLetter(document)
  cleanLetter(read)
  return compileLetter(read, known)
}
