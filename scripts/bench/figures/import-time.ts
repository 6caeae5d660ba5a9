import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { importFileSize, writeImportCsv } from '../import-files.ts'
import { runImport } from '../import-run.ts'
import { verdict } from '../printing.ts'

/** Most s. */
const promised = 20

/** Measures how long an import takes until its figures are there. */
export async function measureImport(folder: string, print: (line: string) => void): Promise<void> {
  const own = join(folder, 'import')
  await mkdir(own, { recursive: true })
  const file = join(own, 'import.csv')
  await writeImportCsv(file)
  const { seconds, counted } = await runImport(join(own, 'data'), file, 'imported')
  const { rows, columns } = importFileSize
  print(
    `import of ${rows} rows x ${columns}: ${seconds.toFixed(1)} s, ${counted} counted; goal ${promised} s   ${verdict(seconds <= promised && counted === rows)}`,
  )
  await rm(own, { recursive: true, force: true })
}
