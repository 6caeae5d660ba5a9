// Time and memory of large imports, against reading the same file's rows; then of rebuilding the figures.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { compose } from '../../server/src/compose.ts'
import { importFileSize, writeImportCsv, writeImportWorkbook } from './import-files.ts'
import { openTable } from '../../server/src/features/imports/tables/open-table.ts'
import { rebuildAnalytics } from '../../server/src/domain/figures/engine/analytics.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { runImport } from './import-run.ts'
import { inOwnFolder } from './own-folder.ts'
import { ratio, verdict } from './printing.ts'

const { rows, columns } = importFileSize

await inOwnFolder(async (folder) => {
  const data = join(folder, 'data')
  console.log(`import of ${rows} rows x ${columns} columns; goal 60 s, 400 MB above idle, no row lost`)
  for (const [kind, write] of [
    ['csv', writeImportCsv],
    ['xlsx', writeImportWorkbook],
  ] as const) {
    const file = join(folder, `import.${kind}`)
    await write(file)
    const { size } = await stat(file)
    const reading = await readingTime(file)
    const cost = await runImport(data, file, kind)
    const reached = cost.seconds <= 60 && cost.megabytes <= 400 && cost.counted === rows
    console.log(
      `${kind.padEnd(5)} ${(size / 1e6).toFixed(1)} MB  ${cost.seconds.toFixed(1)} s (${ratio(cost.seconds, reading)} x reading its rows: ${reading.toFixed(1)} s)  ${cost.megabytes.toFixed(0)} MB above idle (${cost.idleMegabytes.toFixed(0)} MB)  ${cost.counted} counted   ${verdict(reached)}`,
    )
  }
  await printRebuild(data)
})

/** Seconds to read a file's rows and do nothing with them. */
async function readingTime(file: string): Promise<number> {
  const began = performance.now()
  const table = await openTable(file)
  let seen = 0
  for await (const batch of table.rows()) seen += batch.length
  await table.close()
  if (seen !== rows) throw new Error(`${seen} rows were read of ${rows}`)
  return (performance.now() - began) / 1000
}

/** How long rebuilding all figures takes, and the longest it blocks other work. */
async function printRebuild(data: string): Promise<void> {
  const { deps, close } = await compose(readConfig({ GENSVAR_DATA: data }))
  try {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const idle = process.memoryUsage.rss()
    let peak = idle
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
    const began = performance.now()
    delay.enable()
    await rebuildAnalytics(deps)
    delay.disable()
    clearInterval(timer)
    const longest = delay.max / 1e6
    console.log(
      `figures rebuilt of ${2 * rows} rows  ${((performance.now() - began) / 1000).toFixed(1)} s  ${((peak - idle) / 2 ** 20).toFixed(0)} MB more  others wait ${longest.toFixed(0)} ms at most (p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms); goal 300 ms   ${verdict(longest <= 300)}`,
    )
  } finally {
    await close()
  }
}
