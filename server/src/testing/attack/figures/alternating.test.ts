import { afterAll, beforeAll, expect, test } from 'vitest'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '../../factories.ts'
import { testApp } from '../../test-app.ts'
import type { TestApp } from '../../test-app.ts'

/** A survey that shows the mean of a question, and with the score also its net promoter score. */
const configured = (hasScore: boolean): string => `
anonymity: { period: quarter, filters: [gender] }
indicators:
  loyalty: { title: Loyalty, expression: "mean(loyal)" }
${hasScore ? '  score: { title: NPS, expression: "nps(loyal)" }' : ''}
pages:
  - extname: ranking
    kind: rankings
    components:
      - { type: ranking-table, config: { id: units, columns: [loyalty${hasScore ? ', score' : ''}] } }
`
const [mean, both] = [configured(false), configured(true)]

const questions = {
  store: { type: 'single', choices: ['one', 'two'] },
  gender: { type: 'single', choices: ['f', 'm'] },
  loyal: { type: 'scale', min: 0, max: 10 },
} as const

const rows = Array.from({ length: 120 }, (_, at) => ({
  date: '2026-02-03',
  answers: { store: at % 2 === 0 ? 'one' : 'two', gender: at % 4 < 2 ? 'f' : 'm', loyal: at % 11 },
}))

let server: TestApp
let universeId: number

beforeAll(async () => {
  server = await testApp({ clock: { now: () => new Date('2026-08-15T12:00:00Z') } })
  universeId = (await createUniverse(server.deps.db)).id
})
afterAll(() => server.close())

/** Somebody who publishes one configuration after the other and looks at the same figures each time. */
async function attacker(config: string) {
  const { app, deps } = server
  const { db } = deps
  const { extName, surveyId } = await createSurvey(db, universeId, {
    ...{ questions, rows, config, views: { stores: ['store'] } },
  })
  const roleId = await createRole(db, universeId, { surveys: { [surveyId]: {} } })
  const callerOf = async (who: Parameters<typeof createUser>[1]) => {
    const headers = bearer(await signIn(deps, await createUser(db, who)))
    return async (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
      expect([url, answer.statusCode]).toEqual([url, 200])
      return answer.json()
    }
  }
  const root = await callerOf({ isRoot: true, universes: [{ universeId, roleId }] })
  const reader = await callerOf({ universes: [{ universeId, roleId }] })
  return {
    async publish(text: string): Promise<void> {
      const { version, published } = await root('GET', `/rest/dashboard/draft/${extName}`)
      const draft = { text, version, basedOn: published.number }
      const saved = await root('PUT', `/rest/dashboard/draft/${extName}`, draft)
      await root('POST', `/rest/dashboard/publish/${extName}`, { version: saved.version, note: '' })
    },
    /** The indicators of which the ranking under a filter has a figure. */
    async shown(filter: string): Promise<string[]> {
      const path = `${filter}date=custom_01012026_01042026`
      const { rankingData } = await reader('GET', `/rest/rankings/data/${extName}/${path}`)
      const { headers, rows: found } = rankingData as {
        headers: { value: string; cellIndex: number }[]
        rows: { cells: { value?: unknown }[] }[]
      }
      expect(found).toHaveLength(2)
      const isShown = (index: number) => found.some(({ cells }) => typeof cells[index]?.value === 'number')
      const indicators = headers.filter(({ value }) => value === 'loyalty' || value === 'score')
      return indicators.filter(({ cellIndex }) => isShown(cellIndex)).map(({ value }) => value)
    },
  }
}

test.each([
  ['the mean', mean, both],
  ['the score', both, mean],
])('publishing in turns shows one figure of a question with a background: %s', async (_which, first, other) => {
  const { publish, shown } = await attacker(first)
  const seen = new Set(await shown('gender=f;'))
  for (const text of [other, first, other, first]) {
    await publish(text)
    for (const indicator of await shown('gender=f;')) seen.add(indicator)
    // Without a background both are shown, so what is missing above is missing for the background.
    expect(await shown('')).toEqual(text === both ? ['loyalty', 'score'] : ['loyalty'])
  }
  expect([...seen]).toEqual([first === mean ? 'loyalty' : 'score'])
})
