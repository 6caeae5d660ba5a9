import type {
  getImportStatus as getImportStatusRoute,
  handleMapping as handleMappingRoute,
} from '@gensvar/contract/imports'
import type { uploadResponse } from '@gensvar/contract/entities/imports'
import { uploadCheck } from '@gensvar/contract/imports'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { ownerOf } from '#server/domain/rights/owner-context.ts'
import { countLateAnswers } from '#server/domain/figures/publishing/late-answers.ts'
import { removeFile } from '#server/domain/files/stored-file.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { demandRun, startRun, stateOf } from '../runs/service.ts'
import { keepUpload, withLocalFile } from '../uploads/keep-upload.ts'
import type { IncomingFile } from '../uploads/keep-upload.ts'
import { readHead } from '../uploads/read-head.ts'
import type { FileHead } from '../uploads/read-head.ts'
import { listUploadRows } from '../uploads/store.ts'
import type { Upload } from '../uploads/store.ts'
import { levelsLinked } from './link-columns.ts'
import { findLastMapping } from './store.ts'
import { suggestMapping } from './suggest.ts'
import { demandUploader } from './uploader.ts'
import type { Uploader } from './uploader.ts'

type Uploaded = z.input<typeof uploadResponse>
type MappingBody = z.output<typeof handleMappingRoute.body>
/** A check tells nobody. */
type CheckedBody = Omit<MappingBody, 'notices'> & { notices?: boolean }

const stateNames: Record<string, Words> = {
  0: say`Completed`,
  1: say`New`,
  2: say`Approved, no response yet`,
  3: say`Unapproved`,
  4: say`Cancelled`,
}

const emptyHead: FileHead = { format: 'xlsx', sheet: null, sheets: [], columns: [] }

/** Receives a spreadsheet for a data uploader; one that cannot be read is told and not kept. */
export async function uploadImportFile(
  ctx: Ctx,
  survey: string,
  component: string,
  file: IncomingFile,
): Promise<Uploaded> {
  const uploader = await demandUploader(ctx, survey, component, { update: false })
  if (!file.filename.toLowerCase().endsWith('.xlsx')) {
    const words = say`Choose an Excel workbook (.xlsx).`
    throw new AppError('validation', words, { filename: words })
  }
  const of = { surveyId: uploader.access.model.id, component }
  try {
    const { head } = await keepUpload(ctx, file, of)
    return await answerOf(ctx, uploader, component, { filename: file.filename, head, error: null })
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unauthenticated' || error.code === 'unavailable') throw error
    const words = translate(error.words, ctx.locale)
    return answerOf(ctx, uploader, component, { filename: file.filename, head: emptyHead, error: words })
  }
}

/** One of the caller's own uploaded files again. Throws `not_found`; `validation` for a sheet that it does not have. */
export async function getImportFile(
  ctx: Ctx,
  survey: string,
  component: string,
  { filename, sheet }: { filename: string; sheet?: string | undefined },
): Promise<Uploaded> {
  const uploader = await demandUploader(ctx, survey, component, { update: false })
  const upload = await demandUpload(ctx, uploader, component, filename)
  const head = sheet === undefined ? upload.head : await withLocalFile(ctx, upload, (path) => readHead(path, sheet))
  return answerOf(ctx, uploader, component, { filename, head, error: null })
}

/** Removes one of the caller's own uploaded files. Throws `not_found`. */
export async function removeImportFile(
  ctx: Ctx,
  survey: string,
  component: string,
  filename: string,
): Promise<{ ok: true }> {
  const uploader = await demandUploader(ctx, survey, component, { update: false })
  const upload = await demandUpload(ctx, uploader, component, filename)
  return write(ctx, async (tx) => {
    await removeFile(tx.db, upload.file.id)
    const surveyId = uploader.access.model.id
    await tx.audit({ action: 'import.remove-file', surveyId, object: filename })
    return { ok: true }
  })
}

/**
 * Starts to check a file with its columns linked, or to import it. Throws `forbidden` for an update by others than root,
 * `not_found` for the file, `validation` naming each field that is not linked as it must be.
 */
export async function startImport(
  ctx: Ctx,
  survey: string,
  component: string,
  body: CheckedBody,
  mode: 'check' | 'import',
): Promise<{ importId: number }> {
  const uploader = await demandUploader(ctx, survey, component, { update: body.update })
  const upload = await demandUpload(ctx, uploader, component, body.filename)
  demandMapping(uploader, body)
  const { filename, file, uuid } = upload
  const { state, fieldMapping, key, sheet, update, notices = true } = body
  return startRun(ctx, upload, {
    kind: 'rows',
    mode,
    owner: ownerOf(ctx),
    upload: uuid,
    filename,
    file,
    survey,
    component,
    sheet,
    update,
    notices,
    mapping: { state, fieldMapping, key },
    columns: upload.head.columns.map(({ name }) => name),
  })
}

/** How far one of the caller's own imports or checks is, and what came of it. Throws `not_found`. */
export async function getImportStatus(
  ctx: Ctx,
  survey: string,
  importId: number,
): Promise<z.input<typeof getImportStatusRoute.response>> {
  const run = await demandRun(ctx, importId, 'rows')
  if (run.payload.survey !== survey) throw new AppError('not_found', say`There is no such import.`)
  const state = stateOf(ctx, run)
  const { imported } = run
  const isOver = run.payload.mode === 'import' && (state.state === 'done' || state.state === 'failed')
  return {
    ...state,
    check: run.payload.mode === 'check' ? (uploadCheck.nullable().safeParse(run.result).data ?? null) : null,
    result: isOver
      ? {
          ok: imported !== null,
          error: state.error,
          ninterviews: (imported?.added ?? 0) + (imported?.changed ?? 0),
          nerased: imported?.erased ?? 0,
          nlate: imported ? await countLateAnswers(ctx.db, imported) : 0,
          nalerts: imported?.alerts ?? 0,
          notices: run.payload.notices,
          importSetId: imported?.importSetId ?? null,
        }
      : null,
  }
}

async function demandUpload(ctx: Ctx, { access }: Uploader, component: string, filename: string): Promise<Upload> {
  const own = await listUploadRows(ctx, { surveyId: access.model.id, component })
  const upload = own.find((one) => one.filename === filename)
  if (upload) return upload
  throw new AppError('not_found', say`The file is not there any more. Upload it again.`)
}

function demandMapping({ access, config }: Uploader, { fieldMapping, key, state, update }: CheckedBody): void {
  const { questions, views } = access.model
  const wrong = new Map<string, Words>()
  const linkedTo = new Map<number, string>()
  if (!config.states.map(String).includes(state)) wrong.set('state', say`Choose one of the states offered.`)
  for (const { variable, mandatory } of config.fields)
    if (mandatory && !Object.hasOwn(fieldMapping, variable))
      wrong.set(`fieldMapping.${variable}`, say`Link "${variable}" to a column: it is mandatory.`)
  for (const [variable, index] of Object.entries(fieldMapping)) {
    const field = `fieldMapping.${variable}`
    if (!config.fields.some((one) => one.variable === variable) || !questions.has(variable))
      wrong.set(field, say`"${variable}" is no field of this survey.`)
    const other = linkedTo.get(index)
    if (other !== undefined) wrong.set(field, say`"${other}" and "${variable}" are linked to the same column.`)
    linkedTo.set(index, variable)
  }
  const { linked, missing } = levelsLinked(views, { fields: fieldMapping })
  const [level] = missing
  if (linked.length > 0 && level !== undefined)
    wrong.set(`fieldMapping.${level}`, say`Link "${level}" as well: it is a level of the hierarchy.`)
  if (linkedTo.size === 0 && wrong.size === 0) wrong.set('fieldMapping', say`Link at least one field to a column.`)
  if (update && !key) wrong.set('key', say`Choose the column by which responses are recognised.`)
  if (!update && key?.by === 'id')
    wrong.set('key', say`New responses get numbers of their own. Choose the column of the key, or none.`)
  const [first] = wrong.values()
  if (first) throw new AppError('validation', first, Object.fromEntries(wrong))
}

async function answerOf(
  ctx: Ctx,
  uploader: Uploader,
  component: string,
  { filename, head, error }: { filename: string; head: FileHead; error: string | null },
): Promise<Uploaded> {
  const { access, config } = uploader
  const fields = config.fields.map(({ variable, title, mandatory }) => ({
    variable,
    mandatory,
    title: title ?? access.model.questions.get(variable)?.title ?? variable,
  }))
  const last = await findLastMapping(ctx.db, access.model.id, component)
  return {
    filename,
    mapping: {
      columns: fields,
      states: config.states.map((state) => ({ value: String(state), name: localWords(stateNames[state] ?? say`New`) })),
    },
    spreadsheet: {
      columns: head.columns.map(({ name, firstRow }, idx) => ({ name, firstRow, idx })),
      sheets: head.sheets,
      sheet: head.sheet,
    },
    suggested: suggestMapping(uploader, fields, head, last),
    mayUpdate: ctx.identity.isRoot,
    error,
    message: error === null ? null : translate(say`The file was not kept.`, ctx.locale),
  }
}
