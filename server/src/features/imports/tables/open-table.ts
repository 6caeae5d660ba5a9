import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { ImportRefusal } from '../import-words.ts'
import { openCsv } from './csv-table.ts'
import type { OpenOptions, Table } from './table.ts'
import { firstBytes } from './text-encoding.ts'
import { openWorkbook } from './workbook-table.ts'
import { encryptedWorkbook } from './zip-check.ts'

const textExtensions = ['.csv', '.tsv', '.txt']
const workbookExtensions = ['.xlsx', '.xlsm']

/**
 * Opens a csv or xlsx file as a table of rows that can be read several times. Its kind is detected from its
 * first bytes; a file name that does not match is an error saying what to do. Errors: `not_found`, and those of
 * `openCsv` and `openWorkbook`.
 */
export async function openTable(file: string, options: OpenOptions = {}): Promise<Table> {
  const name = basename(file)
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new ImportRefusal('not_found', say`There is no file ${file}.`, 'file')
  const extension = extname(name).toLowerCase()
  if (![...textExtensions, ...workbookExtensions].includes(extension)) {
    throw new ImportRefusal('validation', say`${name} is neither a .csv nor a .xlsx file.`, 'file')
  }
  if (found.size === 0) throw new ImportRefusal('validation', say`${name} is empty.`, 'file')
  const content = await sniff(file)
  const expected = textExtensions.includes(extension) ? 'text' : 'zip'
  if (content === expected) return expected === 'text' ? openTextFile(file, options) : openWorkbook(file, options)
  throw mismatch(name, content, expected)
}

function openTextFile(file: string, options: OpenOptions): Promise<Table> {
  if (options.sheet !== undefined) {
    throw new ImportRefusal('validation', say`A text file has no sheets to choose from.`, 'sheet')
  }
  return openCsv(file, options)
}

type Content = 'text' | 'zip' | 'ole-encrypted' | 'ole' | 'pdf' | 'binary'

async function sniff(file: string): Promise<Content> {
  const head = await firstBytes(file, 64 * 1024)
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) return 'zip'
  if (head.subarray(0, 2).toString('latin1') === 'PK') return 'zip'
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf'
  if (head.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))) {
    return head.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'ole-encrypted' : 'ole'
  }
  const control = head.filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27)).length
  const zeros = head.filter((byte) => byte === 0).length
  // Zero bytes occur in UTF-16; other control bytes occur in no text file.
  return control - zeros > head.length / 50 ? 'binary' : 'text'
}

function mismatch(name: string, content: Content, expected: 'text' | 'zip'): ImportRefusal {
  if (content === 'ole-encrypted') return encryptedWorkbook()
  const words: Record<Exclude<Content, 'ole-encrypted'>, Words> = {
    zip: say`${name} cannot be read. It holds an Excel workbook: rename it to .xlsx.`,
    text: say`${name} cannot be read. It holds plain text, not an Excel workbook: rename it to .csv.`,
    ole: say`${name} cannot be read. It is an old or protected Excel file: save it as .xlsx without a password.`,
    pdf: say`${name} cannot be read. It is a PDF: export the table as .csv or .xlsx.`,
    binary:
      expected === 'zip'
        ? say`${name} cannot be read. It is not an Excel workbook, or it is damaged.`
        : say`${name} cannot be read. It is not a text file: export the table as .csv or .xlsx.`,
  }
  return new ImportRefusal('validation', words[content], 'file')
}
