import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '@gensvar/contract/define-route'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { registeredRoutes } from '#server/platform/http.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bodies } from '#server/testing/route-walk-params.ts'
import { makeWorld } from '#server/testing/route-walk-world.ts'
import { paramsOf, placeRules, urlOf } from '#server/testing/route-walk.ts'
import { testApp } from '#server/testing/test-app.ts'

// The routes are known once the application is built, so it is built before the tests are named.
const server = await testApp()
const world = await makeWorld(server.deps)

/** Routes whose request has a path, as a parameter or in the body. */
const withPath = registeredRoutes(server.app).filter(
  (route) => paramsOf(route).includes('drillPath') || ['createSavedFilter', 'storePath'].includes(route.id),
)

/** Calls a route with a filter in its path, as root. */
async function callWith(route: Route, survey: string, filter: string) {
  const body = bodies[route.id]
  const response = await server.app.inject({
    method: route.method,
    url: urlOf(route, world, { survey, drillPath: filter }),
    headers: world.headers.root,
    ...(body && { payload: 'path' in body ? { ...body, path: filter } : body }),
  })
  return { status: response.statusCode, body: response.json() }
}

let board: Dashboard
let everyone: Caller

beforeAll(async () => {
  board = await openDashboard({
    questions: {
      tags: { type: 'multiple', choices: ['clean', 'quick'] },
      visits: { type: 'numeric' },
      bought: { type: 'date' },
      delivered: { type: 'single', choices: ['none', 'late'] },
    },
  })
  everyone = await board.as()
})

afterAll(async () => {
  await board.close()
  await server.close()
})

const isOfSingleAnswers = ({ id, permission }: Route): boolean =>
  permission === 'view-samples' ||
  permission === 'view-interviews' ||
  ['listCountedCases', 'deleteAllSamples'].includes(id)

describe.each(['survey', 'anonymous'] as const)('in the %s of the walk', (which) => {
  test.each(withPath.map((route) => [route.id, route] as const))(
    '%s refuses an answer that its question does not have',
    async (id, route) => {
      const survey = world[which].extName
      const refused = await callWith(route, survey, 'channel=bogus')
      if (placeRules[id] === 'left out') {
        expect(refused.body.nOpenAlerts).toBeNull()
        return
      }
      // Single answers of an anonymous survey are refused before anything else.
      if (which === 'anonymous' && isOfSingleAnswers(route)) {
        expect(refused.status).toBe(403)
        return
      }
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'validation', fields: { channel: expect.any(String) } },
      })
      expect(refused.body.message).toContain('"channel"')
      expect(refused.body.message).toContain('"bogus"')
    },
  )
})

const segments = (filter: string) => everyone('GET', `/rest/paths/segments/${board.survey}/${filter}`)

describe('a filter', () => {
  test.each([
    ['choice', 'channel=bogus'],
    ['choice', 'channel=web*bogus'],
    ['choice', 'channel=_bogus'],
    ['choice', 'channel=Web'],
    ['choice', 'channel=none*bogus'],
    ['choice of several', 'tags=bogus'],
    ['choice of a level', 'store=bogus'],
    ['number', 'visits=bogus'],
    ['scale', 'rating=bogus'],
    ['date', 'bought=bogus'],
    ['event date', 'date=bogus'],
    ['sample state', 'samplestate=7'],
    ['campaign', 'campaign=bogus'],
    ['campaign', 'campaign=4711.any.any.any'],
    ['campaign', 'campaign=_4711.any.any.any'],
  ])('on a %s refuses %s, naming filter and value', async (_kind, filter) => {
    const [name = '', values = ''] = filter.split('=')
    const { status, body } = await segments(filter)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, fields: [name] })
    expect(body.message).toContain(`"${name}"`)
    const wrong = values.split('*').at(-1)?.replace(/^_/, '').replace(/\..*/, '')
    expect(body.message).toContain(wrong)
  })

  test('accepts what its question has, parts of texts, "not answered" and any text', async () => {
    const campaign = await board.deps.db
      .insertInto('campaign')
      .values({ survey_id: board.surveyId, ext_name: 'autumn', title: 'Autumn', sending_type: 'EMAIL' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const fine = [
      'channel=web*_till',
      'channel=bog~',
      'channel=none',
      'tags=clean*quick',
      'delivered=!6Eone',
      'store=Oslo',
      'comment=anything',
      'visits=12',
      `campaign=${campaign.id}.any.any.any`,
    ]
    for (const filter of fine) expect([filter, (await segments(filter)).status]).toEqual([filter, 200])
  })

  test("names the question as the reader's language has it", async () => {
    await write(programContext(board.deps, 'test'), async (tx) => {
      await tx.db
        .updateTable('question')
        .set({ title: JSON.stringify({ en: 'Tags', sv: 'Etiketter' }) })
        .where('survey_id', '=', board.surveyId)
        .where('variable', '=', 'tags')
        .execute()
      await tx.surveyChanged(board.surveyId)
    })
    expect((await segments('tags=bogus')).body.message).toContain('"Tags"')
  })
})

describe('a saved filter whose answer its question has lost', () => {
  test('stays in the list, is refused in words when applied, and can be removed', async () => {
    const path = 'delivered=late'
    const saved = await everyone('POST', `/rest/filters/saved/${board.survey}`, { name: 'Late', path, shared: false })
    expect(saved.status).toBe(200)
    const { db } = board.deps
    await write(programContext(board.deps, 'test'), async (tx) => {
      await tx.db
        .deleteFrom('choice')
        .where('ext_name', '=', 'late')
        .where('question_id', 'in', db.selectFrom('question').select('id').where('survey_id', '=', board.surveyId))
        .execute()
      await tx.surveyChanged(board.surveyId)
    })
    const list = await everyone('GET', `/rest/filters/saved/${board.survey}`)
    expect(list.body.savedFilters.map((one: { name: string }) => one.name)).toEqual(['Late'])
    for (const call of ['paths/segments', 'rankings/suggestions']) {
      const { status, body } = await everyone('GET', `/rest/${call}/${board.survey}/${path}?term=x`)
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: 'A filter cannot be applied. "delivered": "late" is not one of its answers.',
      })
    }
    const removed = await everyone('DELETE', `/rest/filters/saved/${board.survey}/${saved.body.id}`)
    expect(removed.status).toBe(200)
  })
})
