import type { Kysely } from 'kysely'
import { parse } from 'yaml'
import type { Database } from '#server/platform/db-types.ts'
import type { StoredConfiguration } from '#server/domain/build/configuration.ts'
import type { ExistingSurvey } from './plan/existing-survey.ts'
import { findSurveyId, findUniverse, readExistingSurvey } from './store.ts'
import type { FoundUniverse } from './store.ts'

/** The target of an import, as far as it exists already. */
export interface ImportTarget {
  universe: FoundUniverse | null
  existing: ExistingSurvey | null
  configuration: StoredConfiguration | null
}

/** The universe of an import, which must exist, and the survey's id if it exists. */
export async function findSurvey(
  db: Kysely<Database>,
  { universe: name, survey }: { universe: string; survey: string },
): Promise<{ universe: FoundUniverse; surveyId: number | null }> {
  const universe = await findUniverse(db, name)
  if (!universe) throw new Error('the universe was made and is not there')
  return { universe, surveyId: await findSurveyId(db, universe.id, survey) }
}

/** Reads what already exists and an import must not change. */
export async function readTarget(
  db: Kysely<Database>,
  at: { universe: string; survey: string },
): Promise<ImportTarget> {
  const universe = await findUniverse(db, at.universe)
  const surveyId = universe ? await findSurveyId(db, universe.id, at.survey) : null
  if (surveyId === null) return { universe, existing: null, configuration: null }
  const { survey, configuration } = await readExistingSurvey(db, surveyId)
  return { universe, existing: { ...survey, ...rolesOf(configuration?.text ?? '') }, configuration }
}

/**
 * The event date question and the headline a configuration names. None for an invalid configuration, which is reported
 * when it is saved.
 */
function rolesOf(text: string): { eventDate: string | null; main: string | null } {
  const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  try {
    const found = parse(text) as { eventDate?: unknown; interview?: { rating?: unknown; face?: unknown } | null } | null
    return {
      eventDate: textOf(found?.eventDate),
      main: textOf(found?.interview?.rating) ?? textOf(found?.interview?.face),
    }
  } catch {
    return { eventDate: null, main: null }
  }
}
