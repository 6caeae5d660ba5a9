import { extname } from 'node:path'
import type { NewSurveyOptions, surveyFile } from '@gensvar/contract/new-survey-plan'
import type {
  getNewSurveyStatus as getNewSurveyStatusRoute,
  listSurveyFiles as listSurveyFilesRoute,
} from '@gensvar/contract/new-survey'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { ownerOf } from '#server/domain/rights/owner-context.ts'
import { removeFile } from '#server/domain/files/stored-file.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { readDoubts } from '../doubts/store.ts'
import { titleOf } from '../plan/name-columns.ts'
import { demandRun, startRun, stateOf } from '../runs/service.ts'
import { keepUpload } from '../uploads/keep-upload.ts'
import type { IncomingFile } from '../uploads/keep-upload.ts'
import { findUploadRow, listUploadRows } from '../uploads/store.ts'
import type { Upload } from '../uploads/store.ts'
import { newSurveyResult } from './result.ts'
import { readSetting, saveSetting } from './store.ts'
import { demandNewName, universeOf } from './target.ts'

type File = z.input<typeof surveyFile>

const ofNoSurvey = { surveyId: null, component: '' }

/** Receives a file to make a survey of. Errors: those of `keepUpload`. */
export async function uploadSurveyFile(ctx: Ctx, file: IncomingFile): Promise<File> {
  const { uuid } = await keepUpload(ctx, file, ofNoSurvey)
  return fileOf(await demandUpload(ctx, uuid))
}

/** The caller's own files that were uploaded to make a survey of, newest first. */
export async function listSurveyFiles(ctx: Ctx): Promise<z.input<typeof listSurveyFilesRoute.response>> {
  return { files: (await listUploadRows(ctx, ofNoSurvey)).map(fileOf) }
}

/** Removes one of them. Throws `not_found`. */
export async function removeSurveyFile(ctx: Ctx, uploadId: string): Promise<{ ok: true }> {
  const upload = await demandUpload(ctx, uploadId)
  return write(ctx, async (tx) => {
    await removeFile(tx.db, upload.file.id)
    await tx.audit({ action: 'import.remove-file', object: upload.filename })
    return { ok: true }
  })
}

/**
 * Starts to check a file, or to make a survey of it. Throws `not_found` for the file, `forbidden` for another
 * organisation, `conflict` for a name that is taken, `validation` for options that contradict each other.
 */
export async function startNewSurvey(
  ctx: Ctx,
  uploadId: string,
  options: NewSurveyOptions,
  mode: 'check' | 'import',
): Promise<{ importId: number }> {
  const upload = await demandUpload(ctx, uploadId)
  await demandNewName(ctx, universeOf(ctx, options), options.survey)
  demandScales(options)
  const { filename, file } = upload
  const payload = { owner: ownerOf(ctx), upload: uploadId, filename, file, options }
  return startRun(ctx, upload, { kind: 'survey', mode, ...payload })
}

/** How far one of the caller's own runs is, and what came of it. Throws `not_found`. */
export async function getNewSurveyStatus(
  ctx: Ctx,
  importId: number,
): Promise<z.input<typeof getNewSurveyStatusRoute.response>> {
  const run = await demandRun(ctx, importId, 'survey')
  const result = newSurveyResult.nullable().safeParse(run.result)
  const { imported } = run
  const open = imported ? (await readDoubts(ctx.db, imported.surveyId)).filter(({ decided }) => !decided).length : 0
  return {
    ...stateOf(ctx, run),
    options: run.payload.options,
    check: result.data?.check ?? null,
    problems: result.data?.problems ?? [],
    created: imported && {
      universe: imported.universe,
      survey: imported.survey,
      ninterviews: imported.added,
      importSetId: imported.importSetId,
      openDoubts: open,
    },
  }
}

/** Whether administrators of the session's organisation may make surveys. */
export async function getNewSurveySetting(ctx: Ctx): Promise<{ administrators: boolean }> {
  return readSetting(ctx.db, demandUniverse(ctx))
}

/** Sets whether they may. */
export async function saveNewSurveySetting(
  ctx: Ctx,
  setting: { administrators: boolean },
): Promise<{ administrators: boolean }> {
  const universeId = demandUniverse(ctx)
  return write(ctx, async (tx) => {
    await saveSetting(tx, universeId, setting)
    await tx.audit({ action: 'universe.new-surveys', details: setting })
    return setting
  })
}

function demandUniverse({ identity }: Ctx): number {
  if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  return identity.universe.id
}

async function demandUpload(ctx: Ctx, uploadId: string): Promise<Upload> {
  const upload = await findUploadRow(ctx, uploadId)
  if (upload?.surveyId === null) return upload
  throw new AppError('not_found', say`The file is not there any more. Upload it again.`)
}

function demandScales({ columns }: NewSurveyOptions): void {
  for (const [at, { min, max }] of columns.entries()) {
    if (min === undefined || max === undefined || min < max) continue
    const words = say`The lowest answer of a scale must be less than its highest.`
    throw new AppError('validation', words, { [`columns.${at}.min`]: words })
  }
}

function fileOf({ uuid, filename, file, created, head, taskId }: Upload): File {
  const bare = filename.slice(0, filename.length - extname(filename).length)
  const title = titleOf(bare)
  return {
    uploadId: uuid,
    filename,
    size: file.size,
    created: created.toISOString(),
    format: head.format,
    sheets: head.sheets,
    survey: nameOf(bare),
    title,
    columns: head.columns.map((column, index) => ({ index, ...column })),
    lastImportId: taskId,
  }
}

/** A name for addresses, of letters, digits and `_`. */
function nameOf(text: string): string {
  const name = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 80)
  return name === '' ? 'survey' : name
}
