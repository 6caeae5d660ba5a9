import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { storedSurveyRights } from '#server/domain/rights/role-rights.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { createRole, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import type { TestRole } from '#server/testing/factories.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let ctx: Ctx
let universeId = 0
let survey: MadeSurvey

const config = `
alerts:
  - { extname: unhappy, when: rating <= 2 }
  - { extname: till, when: channel = till and rating < 5 }`

beforeAll(async () => {
  server = await testApp()
  ctx = programContext(server.deps, 'test')
})
afterAll(() => server.close())

type Rights = NonNullable<TestRole['surveys']>[number]

/** Alerts of a member with these rights, who owns everything, are raised; how each rule's were told. */
async function told(rights: Rights, parentRights?: Rights): Promise<string[]> {
  const { db } = server.deps
  universeId = (await createUniverse(db)).id
  survey = await createSurvey(db, universeId, { ...smallSurvey, config })
  const surveys = (of: Rights) => ({ [survey.surveyId]: { canHandleAlerts: true, ...of } })
  const parentId = parentRights && (await createRole(db, universeId, { surveys: surveys(parentRights) }))
  const roleId = await createRole(db, universeId, { surveys: surveys(rights), ...(parentId && { parentId }) })
  const { id } = await createUser(db, { universes: [{ universeId, roleId }] })
  const owned = db.updateTable('unit').set({ owner_user_id: id }).where('universe_id', '=', universeId)
  await owned.where('ext_name', 'in', ['Sweden', 'Norway']).execute()
  await write(ctx, async (tx) => {
    await tx.surveyChanged(survey.surveyId)
    expect(await raiseAlerts(tx, await loadSurveyModelById(tx, survey.surveyId), survey.responseIds)).toBe(4)
  })
  const notices = await db
    .selectFrom('notice')
    .innerJoin('alert', 'alert.id', 'notice.object_id')
    .select(['alert.rule', 'notice.in_bell as bell', 'notice.mail_waits as mail'])
    .where('notice.user_id', '=', id)
    .execute()
  return [
    ...new Set(notices.map(({ rule, bell, mail }) => `${rule}${bell ? ' bell' : ''}${mail ? ' mail' : ''}`)),
  ].sort()
}

const all = ['till bell mail', 'unhappy bell mail']

describe('the users of a role are told of a survey', () => {
  test('by a flag that is stored inverted: 0 sends, 1 does not (ROLES-17a, USERS-35b)', async () => {
    expect(storedSurveyRights.parse({}).notifications).toBe(0)
    expect(await told({ notifications: 0 })).toEqual(all)
    expect(await told({ notifications: 1 })).toEqual([])
  })

  test('of alerts while one of the questions of their rule is enabled (ROLES-17b)', async () => {
    const off = (...variables: string[]) =>
      told({ questionNotificationList: variables.map((variable) => ({ variable, enabled: false })) })
    expect(await off()).toEqual(all)
    expect(await off('rating')).toEqual(['till bell mail'])
    expect(await off('rating', 'channel')).toEqual([])
  })

  test('on the channels that are enabled (ROLES-17c)', async () => {
    const off = (...channels: string[]) =>
      told({ notificationChannelList: channels.map((channel) => ({ channel, enabled: false })) })
    expect(await off()).toEqual(all)
    expect(await off('bell')).toEqual(['till mail', 'unhappy mail'])
    expect(await off('mail')).toEqual(['till bell', 'unhappy bell'])
    expect(await off('bell', 'mail')).toEqual([])
  })

  test('as far as its parents are', async () => {
    expect(await told({}, { notificationChannelList: [{ channel: 'mail', enabled: false }] })).toEqual([
      'till bell',
      'unhappy bell',
    ])
  })

  test('in one notice of many only if they are told of one of them', async () => {
    const { db } = server.deps
    const one = smallSurvey.rows?.[1]
    if (!one) throw new Error('the small survey has no second row')
    const rows = Array.from({ length: 12 }, () => one)
    for (const [variables, expected] of [
      [['rating'], 1],
      [['rating', 'channel'], 0],
    ] as const) {
      universeId = (await createUniverse(db)).id
      survey = await createSurvey(db, universeId, { ...smallSurvey, config, rows })
      const questionNotificationList = variables.map((variable) => ({ variable, enabled: false }))
      const surveys = { [survey.surveyId]: { canHandleAlerts: true, questionNotificationList } }
      const roleId = await createRole(db, universeId, { surveys })
      const { id } = await createUser(db, { universes: [{ universeId, roleId }] })
      const owned = db.updateTable('unit').set({ owner_user_id: id }).where('universe_id', '=', universeId)
      await owned.where('ext_name', '=', 'Sweden').execute()
      await write(ctx, async (tx) => {
        await tx.surveyChanged(survey.surveyId)
        await raiseAlerts(tx, await loadSurveyModelById(tx, survey.surveyId), survey.responseIds)
      })
      const notices = await db.selectFrom('notice').select('object_kind').where('user_id', '=', id).execute()
      expect(notices).toEqual(Array.from({ length: expected }, () => ({ object_kind: 'alerts' })))
    }
  })
})
