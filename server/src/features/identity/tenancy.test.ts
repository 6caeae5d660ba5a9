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
import type { TestRow } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const config = `
version: 1
indicators: { satisfaction: { title: Satisfaction, expression: "mean(rating)", decimals: 1 } }
pages:
  - extname: overview
    components: [{ type: variable-block, config: { id: head, variables: [satisfaction] } }]
`

/** Rows that all give one rating. */
function rated(rating: number, times: number): TestRow[] {
  return Array.from({ length: times }, () => ({ date: '2026-01-05', answers: { country: 'Sweden', rating } }))
}

describe('a server of several organisations', () => {
  let server: TestApp
  /** Staff of one organisation each, and somebody who belongs to both. */
  const staff = new Map<string, { retail: string | null; bank: string | null }>()

  beforeAll(async () => {
    server = await testApp()
    const { db } = server.deps
    const retail = await createUniverse(db, { name: 'retail' })
    const bank = await createUniverse(db, { name: 'bank' })
    const make = (universeId: number, extName: string, rows: TestRow[]) =>
      createSurvey(db, universeId, { ...smallSurvey, extName, config, rows })
    const visits = await make(retail.id, 'visits', rated(2, 3))
    const orders = await make(retail.id, 'orders', rated(3, 5))
    const bankVisits = await make(bank.id, 'visits', rated(5, 7))
    const roles = {
      retail: await createRole(db, retail.id, { surveys: { [visits.surveyId]: {}, [orders.surveyId]: {} } }),
      bank: await createRole(db, bank.id, { surveys: { [bankVisits.surveyId]: {} } }),
    }
    const inRetail = { universeId: retail.id, roleId: roles.retail }
    const inBank = { universeId: bank.id, roleId: roles.bank }
    const clerk = await createUser(db, { username: 'clerk', universes: [inRetail] })
    const teller = await createUser(db, { username: 'teller', universes: [inBank] })
    const both = await createUser(db, { username: 'both', universes: [inRetail, inBank] })
    staff.set('clerk', { retail: await signIn(server.deps, clerk), bank: null })
    staff.set('teller', { retail: null, bank: await signIn(server.deps, teller) })
    staff.set('both', {
      retail: await signIn(server.deps, both, retail.id),
      bank: await signIn(server.deps, both, bank.id),
    })
  })

  afterAll(() => server.close())

  async function look(token: string | null | undefined, survey: string) {
    const headers = token ? bearer(token) : {}
    const response = await server.app.inject({ url: `/rest/widgets/data/${survey}/head/root`, headers })
    if (response.statusCode !== 200) return response.statusCode
    const [tile] = response.json<{ variables: { value: number; nInterviews: number; universeName: string }[] }>()
      .variables
    return [tile?.universeName, tile?.value, tile?.nInterviews]
  }

  test('shows its staff the data of their own organisation, survey by survey (SHELL-01)', async () => {
    const clerk = staff.get('clerk')?.retail
    expect(await look(clerk, 'visits')).toEqual(['retail', 2, 3])
    expect(await look(clerk, 'orders')).toEqual(['retail', 3, 5])
    const teller = staff.get('teller')?.bank
    expect(await look(teller, 'visits')).toEqual(['bank', 5, 7])
    expect(await look(teller, 'orders')).toBe(404)
  })

  test('shows somebody of two organisations the one they have entered', async () => {
    expect(await look(staff.get('both')?.retail, 'visits')).toEqual(['retail', 2, 3])
    expect(await look(staff.get('both')?.bank, 'visits')).toEqual(['bank', 5, 7])
    expect(await look(staff.get('both')?.bank, 'orders')).toBe(404)
  })

  test('shows nothing to anybody who has not signed in', async () => {
    expect(await look(null, 'visits')).toBe(401)
  })
})
