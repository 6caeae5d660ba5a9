import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether LibreOffice, its Python and poppler's tools are installed, so that letters can be printed and read here. */
export const hasOffice =
  spawnSync('/usr/bin/python3', ['-c', 'import uno']).status === 0 &&
  spawnSync('soffice', ['--version']).status === 0 &&
  spawnSync('pdftotext', ['-v']).status === 0

/** The text of a PDF as it is laid out. */
export function pdfText(pdf: Buffer): Promise<string> {
  return withPdf(pdf, async (file) => (await run('pdftotext', ['-layout', file, '-'])).stdout)
}

/** The pictures of a PDF: their pixels, and how wide they are printed, to a whole millimetre. */
export function pdfPictures(pdf: Buffer): Promise<{ width: number; height: number; millimetres: number }[]> {
  return withPdf(pdf, async (file) => {
    const { stdout } = await run('pdfimages', ['-list', file])
    // Two lines of headings, then page, number, type, width, height, and in column 13 the pixels of an inch.
    const lines = stdout.trim().split('\n').slice(2)
    return lines.map((line) => {
      const columns = line.trim().split(/ +/)
      const [width = 0, height = 0, perInch = 1] = [columns[3], columns[4], columns[12]].map(Number)
      return { width, height, millimetres: Math.round((width / perInch) * 25.4) }
    })
  })
}

async function withPdf<T>(pdf: Buffer, read: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-pdf-'))
  try {
    const file = join(folder, 'letter.pdf')
    await writeFile(file, pdf)
    return await read(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
