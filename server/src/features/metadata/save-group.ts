import type { MetadataGroup, saveQuestionGroup as saveRoute } from '@gensvar/contract/metadata'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { insertGroups } from '#server/domain/build/questions.ts'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { toGroup } from './answers.ts'
import { demandVersion, settingsOf, textsOf } from './stale.ts'
import { lockSurvey, readMetadata, updateGroupRow } from './store.ts'

/**
 * Saves a question group, or adds one. Throws `conflict` for a stale version or a name that is taken, `not_found` for a
 * group that is gone.
 */
export async function saveQuestionGroup(
  ctx: Ctx,
  survey: string,
  { id, version, ...wanted }: z.output<(typeof saveRoute)['body']>,
): Promise<MetadataGroup> {
  const { model } = await surveyAccess(ctx, survey)
  const values = {
    ...wanted,
    name: textsOf(wanted.name),
    features: settingsOf('features', wanted.features),
    format: settingsOf('format', wanted.format),
  }
  return write(ctx, async (tx) => {
    await lockSurvey(tx.db, model.id)
    const { groups } = await readMetadata(tx.db, model.id)
    const stored = groups.find((group) => group.id === id)
    if (id !== null) {
      if (!stored) throw new AppError('not_found', say`There is no such question group any more.`)
      demandVersion(stored.version, version)
    }
    if (groups.some((group) => group.extName === values.extName && group.id !== id)) {
      const words = say`Another question group has the name "${values.extName}".`
      throw new AppError('conflict', words, { extName: words })
    }
    if (!stored) await insertGroups(tx.db, model.id, [{ extName: values.extName, title: values.name }])
    const now = stored ?? (await readMetadata(tx.db, model.id)).groups.find(({ extName }) => extName === values.extName)
    if (!now) throw new Error('unreachable')
    await updateGroupRow(tx.db, { ...now, ...values })
    await tx.audit({ action: 'metadata.questiongroup.save', surveyId: model.id, object: values.extName })
    await tx.surveyChanged(model.id)
    const saved = (await readMetadata(tx.db, model.id)).groups.find((group) => group.id === now.id)
    if (!saved) throw new Error('unreachable')
    return toGroup(saved)
  })
}
