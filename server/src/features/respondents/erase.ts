import type { HeldCounts } from '@gensvar/contract/respondents'
import type { Ctx } from '#server/domain/context.ts'
import { eraseResponses } from '#server/domain/respondents/erase.ts'
import { demandWhole } from '#server/domain/respondents/whole-survey.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { countsOf, personsOf, textsOf } from './held.ts'
import { goneResponse } from './surveys.ts'
import type { ResponseRef } from './surveys.ts'

/**
 * Erases responses with everything that is held of them, in one write; returns what there was. Throws `not_found` where
 * one is gone, and then erases none.
 */
export async function eraseRespondent(
  ctx: Ctx,
  survey: string,
  { responses, mayImportAgain }: { responses: readonly ResponseRef[]; mayImportAgain: boolean },
): Promise<{ counts: HeldCounts }> {
  demandWhole(await surveyAccess(ctx, survey))
  const persons = await personsOf(ctx, responses)
  const counts = await countsOf(ctx, persons)
  await write(ctx, async (tx) => {
    for (const { access, rows } of persons) {
      const { model } = access
      const erased = rows.map((row) => ({ id: row.id, foreignId: row.foreign_id, texts: textsOf(access, row) }))
      const count = await eraseResponses(tx, model.id, erased, { mayImportAgain })
      if (count < rows.length) throw goneResponse()
      await tx.audit({
        action: 'respondent.erase',
        surveyId: model.id,
        object: rows.map(({ id }) => id).join(' '),
        details: { responses: count, mayImportAgain },
      })
    }
  })
  return { counts }
}
