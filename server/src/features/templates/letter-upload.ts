import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { maxLetterBytes } from '@gensvar/contract/letters'
import type { uploadLetter as uploadRoute } from '@gensvar/contract/letters'
import { listed, say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { insertDocumentRow, removeUnusedDocuments } from '#server/domain/letters/document-store.ts'
import { takeLetter } from '#server/domain/letters/letter-document.ts'
import { refused } from '#server/domain/letters/letter-file.ts'
import { letterTagsOf } from '#server/domain/messages/tag-list.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { makeSpoolFolder } from '#server/platform/spool-folder.ts'
import type { IncomingFile } from '#server/features/imports/service.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { receiveFile } from '#server/platform/file-body.ts'
import { translate } from '#server/platform/translate.ts'
import { demandEditable, demandTemplate, universeOf } from './service.ts'

/** How long a document that no template names is kept, in ms: as long as somebody may have a form open. */
const keptUnused = 24 * 3_600_000
/** Most problems of a letter that are told at once. */
const mostTold = 5

/**
 * Takes the document of a letter; a template names it once it is saved. Throws `validation` at `file` for what is no
 * letter or has merge tags that do not exist, `too_large`, `forbidden` for a system template.
 */
export async function uploadLetter(
  ctx: Ctx,
  survey: string,
  templateId: number,
  file: IncomingFile,
): Promise<z.input<typeof uploadRoute.response>> {
  const { model } = await surveyAccess(ctx, survey)
  if (templateId > 0) demandEditable(ctx, await demandTemplate(ctx, templateId, 'LETTER'))
  const known = new Set(
    letterTagsOf(model, { origin: configuredAddress(ctx.config), locale: ctx.locale }).map(({ name }) => name),
  )
  const { document: content, removed, tags, problems } = takeLetter(await receive(file), known)
  await file.demandSession()
  if (problems.length > 0) throw refused(listed(problems.slice(0, mostTold), ' '))
  const key = randomBytes(16).toString('base64url')
  const universeId = universeOf(ctx)
  return write(ctx, async (tx) => {
    await removeUnusedDocuments(tx, universeId, new Date(tx.clock.now().getTime() - keptUnused))
    await insertDocumentRow(tx, universeId, { key, name: file.filename, content })
    await tx.audit({ action: 'template.document', object: file.filename })
    return { key, name: file.filename, removed: removed.map((words) => translate(words, ctx.locale)), tags }
  })
}

async function receive({ body }: IncomingFile): Promise<Buffer> {
  const folder = await makeSpoolFolder()
  try {
    const path = join(folder, 'letter.fodt')
    await receiveFile(body, path, maxLetterBytes)
    return await readFile(path)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_large') throw error
    const words = say`The letter is over ${maxLetterBytes / 1e6} MB. Use smaller pictures.`
    throw new AppError('too_large', words, { file: words })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
