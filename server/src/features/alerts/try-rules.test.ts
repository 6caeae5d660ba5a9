import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const now = new Date('2026-02-10T12:00:00Z')
let server: TestApp
beforeAll(async () => {
  server = await testApp({ clock: { now: () => now } })
})
afterAll(() => server.close())

const config = `
alerts:
  - { extname: unhappy, title: { en: Unhappy customer, sv: Missnöjd kund }, when: rating <= 2 }
  - { extname: till, when: channel = till }`

async function made(text = config): Promise<MadeSurvey & { universe: string }> {
  const { id, name } = await createUniverse(server.deps.db)
  return { ...(await createSurvey(server.deps.db, id, { ...smallSurvey, config: text })), universe: name }
}

async function tried(survey: MadeSurvey, body: object, filters: Record<string, string[]> | null = null) {
  const { db } = server.deps
  const roleId = await createRole(db, survey.universeId, { surveys: { [survey.surveyId]: {} } })
  const universes = [{ universeId: survey.universeId, roleId, admin: true, ...(filters && { filters }) }]
  const token = await signIn(server.deps, await createUser(db, { universes }))
  const url = `/rest/alerts/try/${survey.extName}`
  const answer = await server.app.inject({ method: 'POST', url, headers: bearer(token), payload: body })
  return { status: answer.statusCode, body: answer.json() }
}

describe('trying alert rules', () => {
  test('counts what those of the configuration would have raised, by the places below', async () => {
    const survey = await made()
    const { status, body } = await tried(survey, {})
    expect(status).toBe(200)
    const [sweden, norway] = ['country=Sweden', 'country=Norway']
    expect(body).toEqual({
      interviews: 5,
      rules: [
        {
          extname: 'unhappy',
          title: { en: 'Unhappy customer', sv: 'Missnöjd kund' },
          alerts: 2,
          places: [
            { drillPath: sweden, title: 'Sweden', alerts: 1 },
            { drillPath: norway, title: 'Norway', alerts: 1 },
          ],
        },
        { extname: 'till', title: 'till', alerts: 2, places: [{ drillPath: sweden, title: 'Sweden', alerts: 2 }] },
      ],
    })
    const raised = await server.deps.db
      .selectFrom('alert')
      .where('survey_id', '=', survey.surveyId)
      .select('id')
      .execute()
    expect(raised).toEqual([])
  })

  test('counts only the days asked for and the interviews the caller may see', async () => {
    const survey = await made()
    const rules = [{ extname: 'new', when: 'rating <= 4' }]
    const recent = await tried(survey, { days: 8, rules })
    expect(recent.body).toMatchObject({ interviews: 2, rules: [{ extname: 'new', alerts: 2 }] })
    expect((await tried(survey, { days: 7, rules })).body).toMatchObject({ interviews: 1 })
    const own = await tried(survey, { rules }, { country: ['Sweden'] })
    expect(own.body).toMatchObject({
      interviews: 4,
      rules: [
        {
          alerts: 3,
          places: [
            { drillPath: 'country=Sweden;store=Gothenburg', title: 'Gothenburg', alerts: 2 },
            { drillPath: 'country=Sweden;store=Stockholm', title: 'Stockholm', alerts: 1 },
          ],
        },
      ],
    })
  })

  test('refuses rules that do not fit the survey, each with its position', async () => {
    const survey = await made()
    const wrong = {
      'gone = 1': 'The survey has no variable "gone". (at character 1 of "gone = 1")',
      'rating <= 2 and gone > 1': 'The survey has no variable "gone". (at character 17 of',
      'rating = many': '"rating" is a number, which "many" is not. (at character 1',
      'not comment < 3': '"comment" is an open answer: compare it with = or != only. (at character 5',
      'channel in (web, phone)': '"channel" has no choice "phone". (at character 1',
      'date > soon': '"date" is a date: compare it with a date such as 2026-01-31. (at character 1',
      'rating <=': '(at character 10',
    }
    for (const [when, message] of Object.entries(wrong)) {
      const rules = [
        { extname: 'right', when: 'rating <= 2' },
        { extname: 'wrong', when },
      ]
      const { status, body } = await tried(survey, { rules })
      expect(status).toBe(400)
      expect(body.fields['rules.1.when']).toContain(message)
    }
  })

  test('is refused for an anonymous survey', async () => {
    const survey = await made(
      `${config}\nanonymity: { period: quarter, filters: [channel], minimum: [10, 25, 50], comments: 10 }`,
    )
    expect((await tried(survey, {})).status).toBe(403)
  })
})
