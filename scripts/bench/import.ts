// Time and memory of large imports, against writing the same file.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importFileSize, writeImportCsv, writeImportWorkbook } from '../../server/src/features/demo/import-files.ts'
import { runImport } from './import-run.ts'
import { inOwnFolder } from './own-folder.ts'
import { ratio } from './printing.ts'

const { rows, columns } = importFileSize

await inOwnFolder(async (folder) => {
  console.log(`import of ${rows} rows x ${columns} columns; goal 60 s and 400 MB above idle`)
  for (const [kind, write] of [
    ['csv', writeImportCsv],
    ['xlsx', writeImportWorkbook],
  ] as const) {
    const file = join(folder, `import.${kind}`)
    const began = performance.now()
    await write(file)
    const writing = (performance.now() - began) / 1000
    const { size } = await stat(file)
    const cost = await runImport(join(folder, 'data'), file, kind)
    const reached = cost.seconds <= 60 && cost.megabytes <= 400
    console.log(
      `${kind.padEnd(5)} ${(size / 1e6).toFixed(1)} MB  ${cost.seconds.toFixed(1)} s (${ratio(cost.seconds, writing)} x writing the file)  ${cost.megabytes.toFixed(0)} MB above idle   ${reached ? 'reached' : 'MISSED'}`,
    )
  }
})
