import { sql } from 'kysely'
import { programContext } from '#server/domain/context.ts'
import { Random } from '#server/demo/random.ts'
import { storeMessages } from '../../campaign-rows.ts'
import { caughtUp } from '../../caught-up.ts'
import type { Deps } from '#server/domain/context.ts'
import { saveDoubts } from '#server/features/imports/doubts/store.ts'
import { write } from '#server/domain/write.ts'
import { makeWorld } from '../../route-walk-world.ts'
import type { World, WorldSurvey } from '../../route-walk-world.ts'
import { markDraft, markScripts } from './mark-editing.ts'
import { createMarkedAlert, markAlert } from './mark-alert.ts'
import { Markers, markedSurvey, places } from './markers.ts'
import type { Owner } from './markers.ts'

/** The route walk's world with a marker in everything that belongs to somebody. */
export interface MarkedWorld {
  world: World
  markers: Markers
  /** Name of the stranger's universe. */
  elsewhere: string
  /** An alert of each interview of the surveys. */
  alertIds: Readonly<Record<WorldSurvey, readonly number[]>>
  /** The marked scripts of the surveys. */
  scriptIds: Readonly<Record<WorldSurvey, readonly number[]>>
}

/** Creates two universes full of markers; their figures are up to date when it returns. */
export async function makeMarkedWorld(deps: Deps, seed: number): Promise<MarkedWorld> {
  const markers = new Markers(new Random(`markers ${seed}`))
  const world = await makeWorld(deps, (which) => markedSurvey(which, markers))
  const alertIds = {
    survey: await markSurvey(deps, world, 'survey', markers),
    anonymous: await markSurvey(deps, world, 'anonymous', markers),
    foreign: await markSurvey(deps, world, 'foreign', markers),
  }
  const scriptIds = {
    survey: await markScripts(deps, world, 'survey', markers),
    anonymous: await markScripts(deps, world, 'anonymous', markers),
    foreign: await markScripts(deps, world, 'foreign', markers),
  }
  for (const which of ['survey', 'anonymous', 'foreign'] as const) await markDraft(deps, world, which, markers)
  await markUsers(deps, world, markers)
  await caughtUp(deps.analytics, deps.pool)
  const { name } = await deps.db
    .selectFrom('universe')
    .select('name')
    .where('id', '=', world.foreign.universeId)
    .executeTakeFirstOrThrow()
  return { world, markers, elsewhere: name, alertIds, scriptIds }
}

/** Marks what a survey holds; returns the ids of its marked alerts. */
async function markSurvey(deps: Deps, world: World, which: WorldSurvey, markers: Markers): Promise<number[]> {
  const { db } = deps
  const { surveyId, responseIds } = world[which]
  const ofSurvey: Owner = { kind: 'survey', survey: which }
  const rows = await db
    .selectFrom('response')
    .select(['id', 'answers', 'state'])
    .where('survey_id', '=', surveyId)
    .orderBy('id')
    .execute()
  if (rows.length < responseIds.length) throw new Error('the marked survey lacks rows')
  const alertIds: number[] = []
  for (const { id, answers, state } of rows) {
    const { country, store, channel } = answers as Record<'country' | 'store' | 'channel', string>
    const owner: Owner = { kind: 'response', survey: which, country, store, channel }
    const contact = {
      name: markers.word('name', { ...owner, state }),
      email: `${markers.word('address', { ...owner, state })}@example.org`,
      phone: String(markers.number('phone', { ...owner, state })),
    }
    const foreignId = markers.word('foreign id', owner)
    await db
      .updateTable('response')
      .set({ contact: JSON.stringify(contact), foreign_id: foreignId })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('response_comment')
      .values({ response_id: id, username: 'somebody', message: markers.word('comment on the interview', owner) })
      .execute()
    await db
      .insertInto('response_record')
      .values({
        response_id: id,
        recordset: 'basket',
        cells: JSON.stringify({ product: markers.word('record', owner) }),
      })
      .execute()
    await db
      .insertInto('share')
      .values({
        response_id: id,
        token_hash: `marked${id}`,
        network: 'LINKEDIN',
        title: 'x',
        quote: markers.word('quote of a shared page', owner),
      })
      .execute()
    if (state === 0) alertIds.push(await createMarkedAlert(deps, { surveyId, responseId: id }, owner, markers))
    // The one that calls name unless another is drawn.
    const sample = which === 'anonymous' ? undefined : world.ids[which === 'survey' ? 'own' : 'foreign']['alertId']
    if (id === responseIds[0] && sample !== undefined) await markAlert(deps, Number(sample), owner, markers)
  }
  const units = await db
    .selectFrom('unit')
    .innerJoin('view', 'view.id', 'unit.view_id')
    .select(['unit.id', 'unit.ext_name as name'])
    .where('view.survey_id', '=', surveyId)
    .execute()
  for (const place of places) {
    const owner: Owner = { kind: 'place', survey: which, ...place }
    await db
      .insertInto('action')
      .values({
        ...{ survey_id: surveyId, view: 'stores', unit_id: units.find(({ name }) => name === place.store)?.id ?? null },
        ...{ extname: 'rating', expression: 'mean(rating)', goal: 4, period: 'last_4q' },
        ...{ kind: markers.word('kind of an action', owner), period_start: '2026-01-01', deadline: '2027-01-01' },
      })
      .execute()
  }
  // Their examples and effects are what administrators are shown of the answers.
  await saveDoubts(db, surveyId, [
    { doubt: { kind: 'personal', variable: 'mail', sign: 'email', type: 'text' }, chosen: 'shown', decider: null },
    { doubt: { kind: 'personal', variable: 'comment', sign: 'name', type: 'text' }, chosen: 'shown', decider: null },
    {
      doubt: { kind: 'codes', variable: 'amount', type: 'numeric', min: null, max: null },
      chosen: 'number',
      decider: null,
    },
  ])
  const campaign = await db
    .insertInto('campaign')
    .values({
      survey_id: surveyId,
      ext_name: 'marked',
      title: markers.word('campaign', ofSurvey),
      sending_type: 'EMAIL',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeMessages(
    db,
    campaign.id,
    await db
      .selectFrom('response')
      .select(['id as response_id', sql<string>`contact->>'email'`.as('address')])
      .where('id', 'in', responseIds)
      .execute(),
  )
  await db
    .updateTable('survey')
    .set({ title: JSON.stringify({ en: markers.word('title of the survey', ofSurvey) }) })
    .where('id', '=', surveyId)
    .execute()
  // Names of units are no secret within a universe: siblings are shown with their figures.
  await sql`
    UPDATE unit SET titles = jsonb_build_object('en', ${markers.word('unit', ofSurvey)} || ' ' || ext_name)
    WHERE view_id IN (SELECT id FROM view WHERE survey_id = ${surveyId})`.execute(db)
  await sql`
    INSERT INTO bug (universe_id, survey_id, username, fingerprint, message)
    SELECT universe_id, id, '', 'marked', ${markers.word('bug', { kind: 'root', survey: which })}
    FROM survey WHERE id = ${surveyId}`.execute(db)
  await db
    .insertInto('stored_path')
    .values({ id: `marked${surveyId}`, survey_id: surveyId, path: `channel=${markers.word('stored path', ofSurvey)}` })
    .execute()
  await write(programContext(deps, 'test'), (tx) => tx.surveyChanged(surveyId))
  return alertIds
}

async function markUsers({ db }: Deps, world: World, markers: Markers): Promise<void> {
  for (const [walker, id] of Object.entries(world.userIds)) {
    if (walker === 'nobody') continue
    const userId = Number(id)
    const owner: Owner = { kind: 'user', username: world.usernames[walker as keyof World['usernames']] }
    await db
      .updateTable('app_user')
      .set({
        email: `${markers.word('address of a user', owner)}@example.org`,
        last_name: markers.word('name of a user', owner),
      })
      .where('id', '=', userId)
      .execute()
    const { surveyId } = walker === 'stranger' ? world.foreign : world.survey
    await db
      .insertInto('saved_filter')
      .values({
        survey_id: surveyId,
        user_id: userId,
        name: markers.word('saved filter', owner),
        path: `channel=${markers.word('path of a saved filter', owner)}`,
        shared: false,
      })
      .execute()
    await db
      .insertInto('user_preference')
      .values({
        user_id: userId,
        survey_id: surveyId,
        key: 'marked',
        value: JSON.stringify(markers.word('preference', owner)),
      })
      .execute()
  }
}
