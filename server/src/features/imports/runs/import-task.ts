import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { ownerContext } from '#server/domain/rights/owner-context.ts'
import { HopelessTask } from '#server/domain/tasks/failure.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import type { Progress } from '#server/domain/tasks/task-type.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ImportProgress, ImportWatch } from '../import-request.ts'
import { runNewSurvey } from '../new-survey/run.ts'
import { runRows } from '../rows/run.ts'
import { withLocalFile } from '../uploads/keep-upload.ts'
import { importPayload } from './payload.ts'
import type { ImportPayload } from './payload.ts'
import { findImportOfTask, linkTask } from './store.ts'

/** Most imports that one server runs at a time: each takes a processor, and a workbook some hundred MB. */
const mostAtOnce = 2

const phases: Record<ImportProgress['phase'], Words> = {
  opening: say`Reading the workbook`,
  checking: say`Checking the rows`,
  storing: say`Storing the rows`,
}

/** Checks or imports a file that somebody uploaded. */
export const importTask = defineTaskType({
  type: 'IMPORT_INTERVIEWS',
  title: say`Import of answers`,
  permission: 'universe-admin',
  payload: importPayload,
  describe: ({ mode, filename }) => (mode === 'check' ? say`Checks ${filename}` : say`Imports ${filename}`),
  limit: mostAtOnce,
  async handle({ id, payload, ctx }, signal, progress) {
    // An earlier run may have stored the import and died before it could say so.
    const done = await findImportOfTask(ctx.db, id)
    if (done) return null
    const owner = await ownerContext(ctx, payload.owner, { name: `import ${id}`, signal })
    const watch: ImportWatch = {
      signal,
      onProgress: teller(progress),
      onStored: async (db, importSetId) => {
        const isLinked = await linkTask(db, importSetId, id, originOf(payload))
        if (!isLinked) throw new AppError('conflict', say`The import was cancelled. Nothing was changed.`)
      },
    }
    try {
      return await withLocalFile(ctx, payload, (path) => run(owner, payload, path, watch), signal)
    } catch (error) {
      // What fails after the import is stored does not make it fail.
      if (!signal.aborted && (await findImportOfTask(ctx.db, id))) return null
      // What is wrong with the file stays wrong.
      if (error instanceof AppError && error.code !== 'unavailable')
        throw new HopelessTask(error.code, error.words, error.fields)
      throw error
    }
  },
})

function run(owner: Ctx, payload: ImportPayload, path: string, watch: ImportWatch): Promise<unknown> {
  return payload.kind === 'survey' ? runNewSurvey(owner, payload, path, watch) : runRows(owner, payload, path, watch)
}

function originOf(payload: ImportPayload): { component: string; mapping: object } | null {
  if (payload.kind === 'survey') return null
  const { component, mapping, columns } = payload
  const { state, fieldMapping, key } = mapping
  const fields = Object.fromEntries(Object.entries(fieldMapping).map(([variable, index]) => [variable, columns[index]]))
  return { component, mapping: { state, fields, key: key && { by: key.by, name: columns[key.idx] } } }
}

function teller(progress: Progress): NonNullable<ImportWatch['onProgress']> {
  return ({ phase, done, total }) => {
    const words = total === 0 && done > 0 ? say`${phases[phase]}: ${new Count(done)} rows` : phases[phase]
    progress({ done, ...(total > 0 && { total }), words })
  }
}
