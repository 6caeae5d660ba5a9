import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** A block of effects as it is stored; days are ISO dates. */
export interface EffectBlockRow {
  id: number
  drillPath: string
  fromDate: string | null
  toDate: string | null
  fromCSI: number | null
  toCSI: number | null
  rows: { questionVariable: string; effectSize: number }[]
  version: number
}

/** The blocks of effects of a survey, in the order in which they were made. */
export function readEffectBlocks(db: Kysely<Database>, surveyId: number): Promise<EffectBlockRow[]> {
  return db
    .selectFrom('effect_block')
    .select([
      'id',
      'drill_path as drillPath',
      'from_date as fromDate',
      'to_date as toDate',
      'from_csi as fromCSI',
      'to_csi as toCSI',
      'rows',
      'version',
    ])
    .where('survey_id', '=', surveyId)
    .orderBy('id')
    .execute()
}
