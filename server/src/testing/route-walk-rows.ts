import type { Deps } from '#server/domain/context.ts'
import { programContext } from '#server/domain/context.ts'
import { storeLetters } from '#server/domain/letters/letter-store.ts'
import { write } from '#server/domain/write.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createReport, createRole, createTask, createUser, smallSurvey } from './factories.ts'
import { storeCampaign, storeMessages, storeSuppressed } from './campaign-rows.ts'
import { createKeyRow } from './key-rows.ts'
import { createImportSet, createUpload } from './import-rows.ts'
import { createScriptRow } from './script-rows.ts'
import { createChoice, questionIdOf } from './metadata-rows.ts'
import { createImageRow, createTemplateRow } from './template-rows.ts'
import { addResponses } from './survey-data.ts'
import type { MadeSurvey } from './survey-data.ts'
import { createDeliveryRow, createWebhookRow } from './webhook-rows.ts'

/** Samples of the small survey's places and channels, in the order of its responses. Returns their ids. */
export async function createSamples(deps: Deps, surveyId: number): Promise<number[]> {
  const rows = (smallSurvey.rows ?? []).map(({ answers: { country = '', store = '', channel = '' } }) => ({
    date: '2026-02-10',
    answers: { country, store, channel },
    state: 1,
  }))
  return write(programContext(deps, 'test'), async (tx) => {
    const ids = await addResponses(tx.db, surveyId, rows)
    const contact = JSON.stringify({ name: 'Kim', email: 'kim@example.org' })
    await tx.db.updateTable('response').set({ contact }).where('id', 'in', ids).execute()
    await tx.changed(surveyId, ids)
    return ids
  })
}

const protection = JSON.stringify({ survey: '-', surveyId: 0, act: 'anonymise', from: null, to: '2000-01-01' })
/** Id of a unit of a survey by its name. */
export async function unitOf(db: Deps['db'], surveyId: number, name: string): Promise<number> {
  const { id } = await db
    .selectFrom('unit')
    .innerJoin('view', 'view.id', 'unit.view_id')
    .where('view.survey_id', '=', surveyId)
    .where('unit.ext_name', '=', name)
    .select('unit.id')
    .executeTakeFirstOrThrow()
  return id
}

/** One row of every kind that can be named in a path, in a survey with samples. */
export async function idsOf(
  deps: Deps,
  { surveyId, responseIds }: MadeSurvey,
  [sample, ...samples]: readonly number[],
): Promise<Record<string, string>> {
  const { db } = deps
  const response = responseIds[0] ?? 0
  const campaign = await db
    .insertInto('campaign')
    .values({ survey_id: surveyId, ext_name: 'spring', title: 'Spring', sending_type: 'EMAIL' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const push = { ext_name: 'after_visit', campaign_type: 'PUSH' } as const
  await storeCampaign(db, surveyId, push)
  const [tracking] = await storeMessages(db, campaign.id, [{ response_id: response }])
  const share = await db
    .insertInto('share')
    .values({ response_id: response, token_hash: `share${surveyId}`, network: 'LINKEDIN', title: 'Stockholm' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const path = await db
    .insertInto('stored_path')
    .values({ id: `path${surveyId}`, survey_id: surveyId, path: 'channel=web' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { universe_id } = await db
    .selectFrom('survey')
    .select('universe_id')
    .where('id', '=', surveyId)
    .executeTakeFirstOrThrow()
  const letterTemplate = await createTemplateRow(db, universe_id, { kind: 'LETTER' })
  const letterCampaign = await storeCampaign(db, surveyId, { sending_type: 'LETTER', template_id: letterTemplate })
  const [letterTracking = 0] = await storeMessages(db, letterCampaign, [{ response_id: sample ?? 0 }])
  await storeLetters({ db, clock: systemClock }, [
    { id: letterTracking, campaignId: letterCampaign, letter: { pdf: Buffer.from('%PDF-'), pages: 1 } },
  ])
  const callCampaign = await storeCampaign(db, surveyId, { sending_type: 'PHONE' })
  const [callTracking = 0] = await storeMessages(db, callCampaign, [{ response_id: sample ?? 0 }])
  const recording = await db
    .insertInto('recording')
    .values({
      ...{ recipient_id: callTracking, sid: 'RE1', is_wanted: true, is_ready: true, state: 'STORED' },
      ...{ type: 'audio/mpeg', content: Buffer.from('ID3'), made_at: systemClock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    callCampaign: String(callCampaign),
    callTracking: String(callTracking),
    recording: String(recording.id),
    letterTemplate: String(letterTemplate),
    letterCampaign: String(letterCampaign),
    letterTracking: String(letterTracking),
    deletedLetterTemplate: String(await createTemplateRow(db, universe_id, { kind: 'LETTER' })),
    taskId: String(await createTask(db, universe_id)),
    // None of the walkers owns it: reports belong to whoever asked for them.
    taskUUID: await createReport(db, { universeId: universe_id, surveyId, ownerId: (await createUser(db)).id }),
    importId: String(await createTask(db, universe_id, { type: 'IMPORT_INTERVIEWS' })),
    // Whoever may stop it does.
    protectionTask: String(
      await createTask(db, universe_id, {
        type: 'ANONYMIZE_DATA',
        survey_id: surveyId,
        state: 'PAUSED',
        payload: protection,
      }),
    ),
    // None of the walkers owns it.
    unitTask: String(await createTask(db, universe_id, { type: 'MOVE_UNIT', survey_id: surveyId, state: 'PAUSED' })),
    importSetId: String(await createImportSet(db, surveyId)),
    uploadId: await createUpload(db, { universeId: universe_id, surveyId: null, component: '' }),
    interviewId: String(response),
    alertId: String(await createAlert(db, { surveyId, responseId: response, rule: 'low' })),
    closedAlert: String(await createAlert(db, { surveyId, responseId: response, rule: 'solved', state: 3 })),
    roleId: String(await createRole(db, universe_id)),
    deletedRole: String(await createRole(db, universe_id)),
    actionId: String(await createAction(db, surveyId)),
    deletedAction: String(await createAction(db, surveyId)),
    sampleId: String(sample),
    unitId: String(await unitOf(db, surveyId, 'Stockholm')),
    // Whoever may delete it does.
    deletedSample: String(samples.at(-1)),
    campaign: String(campaign.id),
    tracking: String(tracking),
    deletedCampaign: String(await storeCampaign(db, surveyId, { state: 'STOPPED' })),
    suppressed: await storeSuppressed(db, universe_id),
    // In the last place, for calls that root makes there.
    distantSample: String(samples[3] ?? sample),
    tableRow: String(await createTableRow(db, surveyId)),
    effectBlock: String(await createEffectBlock(db, surveyId)),
    apiKey: String(await createKeyRow(db, { universeId: universe_id, surveyId })),
    deletedKey: String(await createKeyRow(db, { universeId: universe_id, surveyId })),
    deletedEffect: String(await createEffectBlock(db, surveyId)),
    webhook: String(await createWebhookRow(db, universe_id)),
    deletedWebhook: String(await createWebhookRow(db, universe_id)),
    webhookDelivery: String(await createDeliveryRow(db, universe_id)),
    surveyId: String(surveyId),
    template: String(await useTemplate(db, campaign.id, universe_id)),
    smsTemplate: String(await createTemplateRow(db, universe_id, { kind: 'SMS' })),
    deletedTemplate: String(await createTemplateRow(db, universe_id)),
    deletedSmsTemplate: String(await createTemplateRow(db, universe_id, { kind: 'SMS' })),
    deletedImage: String(await createImageRow(db, universe_id)),
    ...(await scriptIds(db, { universeId: universe_id, surveyId })),
    question: String(await questionIdOf(db, surveyId, 'comment')),
    choice: String(await createChoice(db, surveyId)),
    shareId: String(share.id),
    path: path.id,
    // None of the walkers has this row, as saved filters belong to their owner.
    savedFilter: '2147483647',
    // Nor any of these.
    subscriptionId: '2147483647',
  }
}

/** The template of a campaign, which the samples' editor also sends. */
async function useTemplate(db: Deps['db'], campaignId: number, universeId: number): Promise<number> {
  const id = await createTemplateRow(db, universeId, { ext_name: 'reminder' })
  await db.updateTable('campaign').set({ template_id: id }).where('id', '=', campaignId).execute()
  return id
}

/** Scripts to read, to delete and to run, each with an event. */
async function scriptIds(db: Deps['db'], owner: { universeId: number; surveyId: number }) {
  const [kept, deleted, rolled] = [
    await createScriptRow(db, owner),
    await createScriptRow(db, owner),
    await createScriptRow(db, owner),
  ]
  return {
    script: String(kept.scriptId),
    deletedScript: String(deleted.scriptId),
    rolledScript: String(rolled.scriptId),
    deletedEvent: String(rolled.eventId),
  }
}

/** Stores an alert; open unless told otherwise. Returns its id. */
export async function createAlert(
  db: Deps['db'],
  { surveyId, responseId, rule, state = 2 }: { surveyId: number; responseId: number; rule: string; state?: number },
): Promise<number> {
  const { id } = await db
    .insertInto('alert')
    .values({
      survey_id: surveyId,
      response_id: responseId,
      rule,
      state,
      ...(state === 3 && { closed_at: new Date() }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores notices of all alerts of a survey for a user, whether they may see them or not. */
export async function createNotices(
  db: Deps['db'],
  { userId, surveyId }: { userId: number; surveyId: number },
): Promise<void> {
  const alerts = await db.selectFrom('alert').select('id').where('survey_id', '=', surveyId).execute()
  const of = { user_id: userId, survey_id: surveyId, event: 'alert-raised', object_kind: 'alert' } as const
  const notices = alerts.map(({ id }) => ({
    ...of,
    object_id: id,
    in_bell: true,
    mail_waits: false,
    created_at: new Date(),
  }))
  if (notices.length > 0) await db.insertInto('notice').values(notices).execute()
}

/** Stores an open action at a unit, Stockholm unless told otherwise; returns its id. */
export async function createAction(db: Deps['db'], surveyId: number, unitName = 'Stockholm'): Promise<number> {
  const unit = await db
    .selectFrom('unit')
    .innerJoin('view', 'view.id', 'unit.view_id')
    .select(['unit.id', 'view.ext_name as view'])
    .where('view.survey_id', '=', surveyId)
    .where('unit.ext_name', '=', unitName)
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('action')
    .values({
      survey_id: surveyId,
      ...{ view: unit.view, unit_id: unit.id, extname: 'score', expression: 'mean(rating)', goal: 4 },
      ...{ period: 'rel_-3m_0d', period_start: '2026-01-01', deadline: '2026-06-30' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores effects of one question at the top; returns their id. */
export async function createEffectBlock(db: Deps['db'], surveyId: number): Promise<number> {
  const rows = JSON.stringify([{ questionVariable: 'rating', effectSize: 0.3 }])
  const { id } = await db
    .insertInto('effect_block')
    .values({ survey_id: surveyId, drill_path: 'root', rows })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A table of a survey with rows; returns the id of the first. */
export async function createTableRow(db: Deps['db'], surveyId: number): Promise<number> {
  const table = await db
    .insertInto('data_table')
    .values({ survey_id: surveyId, table_id: 'targets' })
    .onConflict((conflict) => conflict.columns(['survey_id', 'table_id']).doUpdateSet({ table_id: 'targets' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = ['Call', 'Write', 'Visit'].map((cell) => ({ data_table_id: table.id, cells: [cell] }))
  const [first] = await db.insertInto('data_table_row').values(rows).returning('id').execute()
  if (!first) throw new Error('The rows of a table were not stored')
  return first.id
}
