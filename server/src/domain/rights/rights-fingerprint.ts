import { createHash } from 'node:crypto'
import type { Ctx } from '#server/domain/context.ts'
import { peopleOf } from './acting-access.ts'
import type { SurveyAccess } from './survey-access.ts'
import { readUserFilters } from './survey-rights-store.ts'

/**
 * A text that stands for what the caller may see in a survey: another one whenever their role's rights, its views or
 * their own filters are others, or those of whoever acts as them.
 */
export async function rightsFingerprint(
  { db, identity }: Pick<Ctx, 'db' | 'identity'>,
  { model, rights, views }: SurveyAccess,
): Promise<string> {
  const at = { universeId: model.universeId, surveyId: model.id }
  const people = await Promise.all(
    peopleOf(identity).map(async (person) => [
      person.isRoot,
      person.role?.canSeeAllData ?? false,
      await readUserFilters(db, { ...at, userId: person.userId }),
    ]),
  )
  const text = JSON.stringify([people, rights.flags, views.map(({ extName }) => extName)])
  return createHash('sha256').update(text).digest('base64url')
}
