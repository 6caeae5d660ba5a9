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
export async function pdfText(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-pdf-'))
  try {
    await writeFile(join(folder, 'letter.pdf'), pdf)
    const { stdout } = await run('pdftotext', ['-layout', join(folder, 'letter.pdf'), '-'])
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
