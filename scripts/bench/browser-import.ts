// Making a survey from a file in the browser, against the command line's import of the same file.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertUniverse } from '../../server/src/domain/build/universe.ts'
import { TaskEngine } from '../../server/src/domain/tasks/engine.ts'
import { importTask } from '../../server/src/features/imports/service.ts'
import { importFileSize, writeImportCsv, writeImportWorkbook } from './import-files.ts'
import { runImport } from './import-run.ts'
import type { MeasuredServer } from './measured-server.ts'
import { ratio, verdict } from './printing.ts'

/** How many times the command line's time an import in the browser may take. */
const goal = 1.3

type Call = Awaited<ReturnType<MeasuredServer['otherCaller']>>

/** Measures both kinds of file, which are kept in `folder`; `share` of the promised rows, to try it quickly. */
export async function measureBrowserImport(server: MeasuredServer, folder: string, share: number): Promise<void> {
  const size = { ...importFileSize, rows: Math.round(importFileSize.rows * share) }
  console.log(`\nimport of ${size.rows} rows x ${size.columns} columns in the browser; goal ${goal} x the command line`)
  await mkdir(folder, { recursive: true })
  const universeId = await insertUniverse(server.deps.db, { name: 'imports' })
  const call = await server.otherCaller(universeId, 'importer')
  const engine = new TaskEngine(server.deps, [importTask])
  engine.start()
  try {
    for (const [kind, write] of [
      ['csv', writeImportCsv],
      ['xlsx', writeImportWorkbook],
    ] as const) {
      const file = join(folder, `responses.${kind}`)
      await write(file, size)
      const line = await runImport(join(folder, 'data'), file, kind)
      const content = await readFile(file)
      const began = performance.now()
      const uploadId = await upload(call, content, `responses.${kind}`)
      const uploaded = performance.now()
      const counted = await makeSurvey(call, uploadId, `browser-${kind}`)
      const taken = (performance.now() - began) / 1000
      const isReached = taken <= goal * line.seconds && counted === size.rows
      console.log(
        `${kind.padEnd(5)} ${taken.toFixed(1)} s (upload ${((uploaded - began) / 1000).toFixed(1)} s)  command line ${line.seconds.toFixed(1)} s  ${ratio(taken, line.seconds)} x  ${counted} responses   ${verdict(isReached)}`,
      )
    }
  } finally {
    await engine.stop()
  }
}

/** Uploads a file to make a survey of; returns its id. */
export async function upload(call: Call, content: Buffer, filename: string): Promise<string> {
  const answer = await call('POST', `/rest/newsurvey/upload?filename=${filename}`, content)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return (JSON.parse(answer.body) as { uploadId: string }).uploadId
}

/** Makes a survey of an uploaded file and waits for it; returns the number of its responses. */
export async function makeSurvey(call: Call, uploadId: string, survey: string): Promise<number> {
  const started = await call('POST', `/rest/newsurvey/create/${uploadId}`, { survey, title: survey })
  if (started.statusCode !== 200) throw new Error(started.body)
  const { importId } = JSON.parse(started.body) as { importId: number }
  for (;;) {
    const { body } = await call('GET', `/rest/newsurvey/status/${importId}`)
    const { state, error, created } = JSON.parse(body) as {
      state: string
      error: string | null
      created: { ninterviews: number } | null
    }
    if (state === 'done') return created?.ninterviews ?? 0
    if (state === 'failed' || state === 'cancelled') throw new Error(error ?? state)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
