import type { Deps } from '#server/domain/context.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { addressSecret } from '../rules/address-secret.ts'
import { linksOf } from './links.ts'
import { readLink } from './read-link.ts'

/** Where a link of a text message leads, and whose click it is. */
export interface Visit {
  universeId: number
  /** 0 in previews and tests. */
  recipientId: number
  address: string
}

/** What the link of a text message says; null for one that is none of ours. */
export async function visitOf(deps: Pick<Deps, 'db' | 'config'>, token: string): Promise<Visit | null> {
  const link = await readLink(deps.db, 'visit', token)
  if (!link) return null
  const { universeId, numbers } = link
  const [recipientId = 0, responseId = 0] = numbers
  const secret = await addressSecret(deps.db, universeId)
  const answerUrl = await answerUrlOf(deps, universeId, responseId)
  const { survey } = linksOf(secret, universeId, { recipientId, responseId }, configuredAddress(deps.config), answerUrl)
  return { universeId, recipientId, address: survey }
}

/** The page elsewhere that a survey is answered at; undefined for our own, which also says so where a response is gone. */
async function answerUrlOf(
  { db }: Pick<Deps, 'db'>,
  universeId: number,
  responseId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('response as r')
    .innerJoin('survey as s', 's.id', 'r.survey_id')
    .select('s.id')
    .where('r.id', '=', responseId)
    .where('s.universe_id', '=', universeId)
    .executeTakeFirst()
  if (!row) return undefined
  try {
    return (await loadSurveyModelById({ db }, row.id)).config.campaigns.answerUrl
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
