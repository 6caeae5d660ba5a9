import { sql } from 'kysely'
import type { Deps } from '#server/domain/context.ts'
import { storeDraft } from '../../draft-bodies.ts'
import { createHookRow, createScriptRow } from '../../script-rows.ts'
import type { World, WorldSurvey } from '../../route-walk-world.ts'
import { markedConfig } from './markers.ts'
import type { Markers, Owner } from './markers.ts'

/**
 * Adds two scripts to a survey: one that logs and answers markers, and one that fails with one whenever a sample is checked.
 * Marks what all its scripts hold, and returns their ids.
 */
export async function markScripts(
  { db }: Deps,
  world: World,
  which: WorldSurvey,
  markers: Markers,
): Promise<readonly number[]> {
  const owner: Owner = { kind: 'script', survey: which }
  const { surveyId, universeId } = world[which]
  const logged = JSON.stringify(markers.word('line that a script logs', owner))
  const answered = JSON.stringify(markers.word('answer of a script', owner))
  await createScriptRow(
    db,
    { surveyId, universeId },
    `function main() { host.log.info(${logged}); return ${answered} }`,
  )
  const thrown = JSON.stringify(markers.word('error of a script', owner))
  await createHookRow(db, { surveyId, universeId }, 'VALIDATE_SAMPLE', `function main() { throw new Error(${thrown}) }`)
  const scripts = await db
    .selectFrom('script')
    .select('id')
    .where('survey_id', '=', surveyId)
    .where('script_type', '<>', 'CONFIGURATION')
    .orderBy('id')
    .execute()
  const ids = scripts.map(({ id }) => id)
  for (const id of ids) {
    await db
      .updateTable('script')
      .set({ description: markers.word('description of a script', owner) })
      .where('id', '=', id)
      .execute()
    await sql`
      UPDATE script_version SET text = ${`// ${markers.word('source of a script', owner)}\n`} || text
      WHERE script_id = ${id}`.execute(db)
    await db
      .insertInto('script_event')
      .values({ script_id: id, event_type: 'ERROR', message: markers.word('event of a script', owner) })
      .execute()
  }
  return ids
}

/**
 * Stores a draft with markers for a survey, and marks the version in force. The draft tries to show more than is published:
 * it has no anonymity, no hidden filters, and figures of single answers.
 */
export async function markDraft({ db }: Deps, world: World, which: WorldSurvey, markers: Markers): Promise<void> {
  const { surveyId } = world[which]
  const owner: Owner = { kind: 'draft', survey: which }
  await sql`
    UPDATE script_version SET text = text || ${`\n# ${markers.word('text of a version', owner)}\n`},
      note = ${markers.word('note of a version', owner)}
    WHERE script_id IN (SELECT id FROM script WHERE survey_id = ${surveyId} AND script_type = 'CONFIGURATION')`.execute(
    db,
  )
  const page = markers.word('page of a draft', owner)
  const text = markedConfig
    .replace('title: Overview', `title: ${page}`)
    .replace('variables: [score]', 'variables: [score, most, least]')
    .replace(
      'indicators:\n',
      'indicators:\n  most: { title: Most, expression: "max(amount)" }\n  least: { title: Least, expression: "min(amount)" }\n',
    )
  const loose = 'comparable: [country, store, channel]\nbands: { store: [[Stockholm, Oslo]] }\n'
  await storeDraft(db, surveyId, `# ${markers.word('text of a draft', owner)}\n${loose}${text}`)
}
