import type { Route } from '@gensvar/contract/define-route'
import type { Deps } from '#server/domain/context.ts'
import { readProviderRow } from '#server/domain/comments/provider/provider-store.ts'
import { readDoubts } from '#server/features/imports/doubts/store.ts'
import { readSettings } from '#server/features/survey-list/store.ts'
import { readUniverse } from '#server/features/universes/store.ts'
import { readGivenSettings } from '#server/platform/server-settings.ts'
import { alertBodies } from './alerts-page.ts'
import { campaignBodies } from './campaign-bodies.ts'
import { draftBodies } from './draft-bodies.ts'
import { letterFile } from './letters.ts'
import { metadataBodies } from './metadata-rows.ts'
import { questionnaireBodies } from './questionnaire-bodies.ts'
import { bodies } from './route-walk-params.ts'
import type { World } from './route-walk-world.ts'
import { templateBodies, templateBody } from './template-rows.ts'
import { unitBodies } from './units-page.ts'
import { savedWebhook } from './webhook-rows.ts'

/** The body of a call, for one that names the version that it changes; `given` are parameters of its path. */
export async function bodyOf(
  { db }: Deps,
  { id, takesFile }: Route,
  world: World,
  given: Readonly<Record<string, string>> = {},
): Promise<object | undefined> {
  const { survey, ids } = world
  if (Object.hasOwn(unitBodies, id)) return unitBodies[id]?.(db, survey.surveyId)
  if (id === 'uploadLetter') return letterFile({ body: '<text:p>Dear {{contact.name|customer}}</text:p>' })
  if (takesFile) return Buffer.from('day,rating\n2026-01-05,4\n2026-01-06,3\n')
  if (id === 'copySamples') return { ...bodies[id], sampleIds: survey.responseIds.slice(0, 1) }
  if (id === 'saveUserEditorData') return newUser(db, world)
  // A universe has a role's name once.
  if (id === 'saveRole') return { ...bodies[id], name: crypto.randomUUID() }
  if (Object.hasOwn(draftBodies, id)) return draftBodies[id]?.(db, survey.surveyId)
  if (Object.hasOwn(questionnaireBodies, id)) return questionnaireBodies[id]?.(db, survey.surveyId)
  if (Object.hasOwn(metadataBodies, id)) return metadataBodies[id]?.(db, survey.surveyId)
  if (Object.hasOwn(alertBodies, id)) return { ...alertBodies[id], ...(await alertBody(db, id, world, given)) }
  if (id !== 'previewMail' && id !== 'previewSms' && id !== 'testSms' && Object.hasOwn(templateBodies, id))
    return templateBody(db, id, survey.universeId)
  if (Object.hasOwn(campaignBodies, id)) return campaignBodies[id]?.(db, world, given)
  if (id === 'saveMetaInterview') return { ...(await readSettings(db, survey.surveyId)), nameText: { en: 'Visits' } }
  if (id === 'saveUniverse') {
    const { branding: _branding, name: _name, calendar, ...settings } = await readUniverse(db, survey.universeId)
    return { ...settings, palette: 'teal', calendar: calendar ?? {} }
  }
  if (id === 'saveTextProvider')
    return { ...bodies[id], version: (await readProviderRow(db, survey.universeId)).version }
  if (id === 'saveEffectBlock') {
    const block = db.selectFrom('effect_block').select('version').where('id', '=', Number(ids.own['effectBlock']))
    return { ...bodies[id], ...(await block.executeTakeFirstOrThrow()) }
  }
  // A universe has a key's name once.
  const extname = crypto.randomUUID()
  if (id === 'createPool') return { ...bodies[id], name: extname }
  if (id === 'createApiKey') return { ...bodies[id], extname, survey: survey.extName }
  if (id === 'saveApiKey') {
    const key = db.selectFrom('api_key').select('version').where('id', '=', Number(ids.own['apiKey']))
    return { ...bodies[id], extname, ...(await key.executeTakeFirstOrThrow()) }
  }
  if (serverCalls.has(id)) return { ...bodies[id], version: (await readGivenSettings(db)).version }
  if (id === 'saveWebhook') return savedWebhook(db, Number(ids.own['webhook']))
  if (respondentCalls.has(id)) return { ...bodies[id], ...(await respondentBody(db, id, world)) }
  if (id !== 'decideDoubt' && id !== 'decideDoubts') return bodies[id]
  const [doubt] = await readDoubts(db, survey.surveyId)
  const version = doubt?.version ?? 0
  return id === 'decideDoubt'
    ? { ...bodies[id], version }
    : { ...bodies[id], doubts: [{ id: 'below:rating', version }] }
}

/** Calls that change a part of the server's settings. */
const serverCalls: ReadonlySet<string> = new Set(['saveServerSettings', 'saveSystemMessage', 'saveBackupSchedule'])

/** Calls about respondents that name rows or a version. */
const respondentCalls: ReadonlySet<string> = new Set(['getHeldData', 'eraseRespondent', 'saveRetention'])

/** What they need: the version that is stored, and a response of its own for what erases one. */
async function respondentBody(db: Deps['db'], id: string, { survey }: World): Promise<object> {
  if (id === 'saveRetention') {
    const rules = db.selectFrom('survey_retention').select('version').where('survey_id', '=', survey.surveyId)
    return { version: (await rules.executeTakeFirst())?.version ?? 0 }
  }
  if (id === 'getHeldData') return { responses: [{ survey: survey.extName, responseId: survey.responseIds[0] }] }
  const made = await db
    .insertInto('response')
    .values({ survey_id: survey.surveyId, state: 1, event_date: '2026-01-05' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { responses: [{ survey: survey.extName, responseId: made.id }], mayImportAgain: false }
}

/** A new member of the walkers' universe, whose role allows nothing. */
async function newUser(db: Deps['db'], { survey, ids }: World): Promise<object> {
  const universe = db.selectFrom('universe').select('name').where('id', '=', survey.universeId)
  const { name: universeName } = await universe.executeTakeFirstOrThrow()
  const email = `${crypto.randomUUID()}@example.org`
  const card = { createuser: true, disabled: false, admin: false, notification: 0, selectedlocale: 'en' }
  const none = { notificationChannels: [], surveys: [], globalVariables: [] }
  return {
    ...{ version: 0, indicators: true, invite: false },
    keyCloakData: { email, firstName: 'Wal', lastName: 'Ked', enabled: true },
    universeUsers: [{ universeName, ...card, ...none, selectedrole: Number(ids.own['roleId']) }],
  }
}

/** What a call on alerts needs besides: alerts that it changes, whatever other calls have done to them. */
async function alertBody(
  db: Deps['db'],
  id: string,
  { ids, userIds }: World,
  given: Readonly<Record<string, string>>,
): Promise<object> {
  const alertId = Number(ids.own['alertId'])
  const closedId = Number(given['alertId'] ?? ids.own['closedAlert'])
  if (id === 'updateAlert') return {}
  if (id === 'reopenAlert') {
    const { version } = await db
      .updateTable('alert')
      .set({ state: 3 })
      .where('id', '=', closedId)
      .returning('version')
      .executeTakeFirstOrThrow()
    return { version }
  }
  if (id === 'closeAlerts') await db.updateTable('alert').set({ state: 2 }).where('id', '=', alertId).execute()
  if (id === 'assignAlerts')
    await db.updateTable('alert').set({ owner_user_id: null }).where('id', '=', alertId).execute()
  return { alertIds: [alertId], ...(id === 'assignAlerts' && { userId: Number(userIds.administrator) }) }
}
