import { parse, stringify } from 'yaml'
import type { Ctx } from '#server/domain/context.ts'
import type { Clock } from '#server/platform/clock.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn, smallSurvey } from './factories.ts'
import type { TestUser } from './factories.ts'
import type { TestRow, TestSurvey } from './survey-data.ts'
import { testApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

/** The day the dashboard's tests take place on; the small survey's rows lie in January and February 2026. */
const clock: Clock = { now: () => new Date('2026-02-10T12:00:00Z') }

/** Configuration of the dashboard's survey, in the product's own language. Its few answers count as enough. */
const configuration = `
version: 1
lowBase: 0
rankFrom: 0
sharing: true
indicators:
  satisfaction: { title: { en: Satisfaction, sv: Nöjdhet }, expression: "mean(rating)", goal: 3, decimals: 1, minValue: 1, maxValue: 5 }
  slow: { title: Low marks, expression: "count()", where: "rating <= 2", inverse: true, goal: 1, decimals: 0 }
  place: { title: Rank, rank: satisfaction }
goals:
  - { indicator: satisfaction, path: "country=Norway", from: 2026-01-01, goal: 2 }
groups:
  - { extname: drivers, title: Drivers, driver: true, questions: [rating] }
  - { extname: loyalty, title: Loyalty, loyalty: true, questions: [rating] }
filters:
  standard:
    - { key: visit, title: Visit, expanded: true, filters: [channel, { extName: store, serverSide: true, exclude: true, submatch: true }] }
  time:
    - { key: period, quickSelect: [rel_-30d_0d], filters: [{ extName: date, tableDate: true }] }
announcements:
  - { extName: autumn, bodyText: Tell us, actionText: Open, url: "https://example.org/{survey}/{user}" }
interview:
  title: "{store}"
  face: rating
  rating: rating
  background: [country, store, channel]
  open: [comment]
  starred: [rating]
  links: { by: store }
  developmentChart: rating
  tables: [{ title: Basket, columns: [product, amount], rowsFrom: basket }]
details:
  visit: { sections: [{ title: Visit, paragraphs: ["{comment}", "{nothing}"] }], gotoSampleLink: true, gotoZendeskLink: "https://example.org/t/{id}" }
support: { faq: "https://example.org/faq", email: help@example.org, phone: "123", hours: Weekdays }
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction, { indicator: slow, extraVariables: [satisfaction] }, place], expressions: [rating] } }
      - { type: variable-block, config: { id: secret, variables: [satisfaction], rootOnly: true } }
      - { type: development-chart, config: { id: trend, variables: [satisfaction], periods: [months, days], customPeriods: [{ extname: half, title: Halves, starts: [01-06, 02-01] }], showInterviews: true } }
      - { type: results-block, config: { id: results } }
      - { type: global-overview, config: { id: world } }
      - { type: import-set-list, config: { id: imported } }
  - extname: ranking
    kind: rankings
    components:
      - type: ranking-table
        config:
          id: units
          sortBy: satisfaction
          columns: [satisfaction, { value: slow, extra: true }, n, { value: balls, renderType: lits, of: [rating] }]
          leafColumns: [eventdate, rating, { value: comment, detailsVariable: visit }, { value: state, renderType: state }, { value: alert, renderType: alertstate }, { value: channel, renderType: link, target: "https://example.org/{channel}" }]
`

/** A running application with one configured survey, and calls as its users. */
export interface Dashboard extends TestApp {
  survey: string
  surveyId: number
  universeId: number
  responseIds: number[]
  /** Makes a user of the survey's universe and returns how they call. */
  as(user?: DashboardUser): Promise<Caller>
  /** Makes a user of the survey's universe and returns the token of their session. */
  tokenAs(user?: DashboardUser): Promise<string>
  /** Makes a user of the survey's universe and returns the context of their requests, for functions without a route. */
  contextAs(user?: DashboardUser): Promise<Ctx>
}

/** A user of the dashboard's universe. */
type DashboardUser = Omit<TestUser, 'universes'> & { filters?: Record<string, string[]>; admin?: boolean }

/** Calls of one user: the status and the parsed body. */
export type Caller = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
) => Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>

/**
 * Creates a dashboard on its own stores; the caller closes it. The sections of `extra` are added to the configuration or
 * replace those of the same name; `questions` are added to the survey's own.
 */
export async function openDashboard(
  options: {
    extra?: string
    rows?: readonly TestRow[]
    questions?: TestSurvey['questions']
    env?: Record<string, string>
  } = {},
): Promise<Dashboard> {
  const server = await testApp({ clock, ...(options.env && { env: options.env }) })
  const { db } = server.deps
  const universe = await createUniverse(db, { title: 'Nordic Retail' })
  const config = stringify({ ...parse(configuration), ...parse(options.extra ?? '{}') })
  const made = await createSurvey(db, universe.id, {
    ...smallSurvey,
    config,
    questions: { ...smallSurvey.questions, ...options.questions },
    ...(options.rows && { rows: options.rows }),
  })
  const roleId = await createRole(db, universe.id, {
    name: 'staff',
    surveys: { [made.surveyId]: { canViewSamples: true, canHandleAlerts: true } },
  })
  const tokenOf = async ({ filters, admin, ...user }: DashboardUser = {}): Promise<string> => {
    const place = { universeId: universe.id, roleId, ...(admin && { admin }), ...(filters && { filters }) }
    return signIn(server.deps, await createUser(db, { ...user, universes: [place] }), universe.id)
  }
  return {
    ...server,
    survey: made.extName,
    surveyId: made.surveyId,
    universeId: universe.id,
    responseIds: made.responseIds,
    tokenAs: tokenOf,
    async as(user) {
      const token = await tokenOf(user)
      return async (method, url, body) => {
        const response = await server.app.inject({
          method,
          url,
          headers: bearer(token),
          ...(body !== undefined && { payload: body as object }),
        })
        return { status: response.statusCode, body: response.body === '' ? null : response.json() }
      }
    },
    async contextAs(user) {
      const { authorization } = bearer(await tokenOf(user))
      const identity = await server.deps.identify(server.deps, { authorization, cookie: undefined, ticket: undefined })
      if (!identity) throw new Error('The user of a test cannot sign in')
      return { ...server.deps, identity, locale: 'en', requestId: 'test' }
    },
  }
}
