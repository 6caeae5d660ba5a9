import type { SignInResult } from '@gensvar/contract/identity'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/platform/db-types.ts'
import { TestBrowser, signInAtProvider } from '#server/testing/provider-sign-in.ts'
import type { TestApp, TestDeps } from '#server/testing/test-app.ts'
import { planBank } from '../bank/bank-survey.ts'
import { planOrders } from '../orders/orders-survey.ts'
import { planRetail } from '../retail/retail-survey.ts'
import type { DemoSurvey } from '../service.ts'

/** The day on which tests make the demo. */
export const clock = { now: () => new Date('2026-03-31T10:00:00Z') }

/** The demo with fewer rows, and a share of the bank's; everything else is as usual. */
export function smallDemo(today: string, share = 0.025): DemoSurvey[] {
  return [
    { universe: 'retail', plan: planRetail(today, { completed: 4_000, spam: 20, samples: 600 }) },
    { universe: 'retail', plan: planOrders(today, { completed: 400, samples: 50 }) },
    { universe: 'bank', plan: planBank(today, share) },
  ]
}

/** Number of rows of a table. */
export async function countRows(server: TestDeps, table: keyof Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.deps.db)
  return rows[0]?.n ?? -1
}

/** Signs a demo user in, as the sign-in page does. */
export async function signIn(server: TestApp, username: string, flag = ''): Promise<SignInResult> {
  const browser = new TestBrowser(server.app)
  const { access_token: token, id_token: idToken } = await signInAtProvider(browser, { demo: username })
  const response = await server.app.inject({
    method: 'POST',
    url: '/rest/authentication/login',
    headers: { host: browser.host },
    payload: { token, idToken, ...(flag && { flag }) },
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<SignInResult>()
}
