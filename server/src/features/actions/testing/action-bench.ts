import { programContext } from '#server/domain/context.ts'
import type { NewSurveyRights } from '#server/domain/build/role.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import { addResponses } from '#server/testing/survey-data.ts'

/** Items with and without bounds of their goal, kinds, a ready-made plan, and a page with each component. */
const configuration = `
actions:
  items: [{ indicator: satisfaction, goalMin: 1, goalMax: 5 }, slow, place]
  kinds: [{ extname: training, title: { en: Training, sv: Utbildning } }]
  compound: [{ title: Keep it up, items: [{ value: satisfaction, target: TARGET3 }] }]
pages:
  - extname: overview
    components:
      - { type: action-manager, config: { id: manager, anchorable: true } }
      - { type: action-manager, config: { id: shown } }
      - { type: action-plan, config: { id: plan, anchorable: true, variables: [satisfaction], fallback: None } }
      - { type: variable-action-block, config: { id: tiles, variables: [satisfaction, { indicator: slow, title: Bad }] } }
`

/** The place that actions of the tests are at. */
export const stockholm = 'country=Sweden;store=Stockholm'

/** What an action is saved with. */
export type SentAction = Record<string, unknown>

/** A dashboard whose survey has actions. */
export interface ActionBench extends Dashboard {
  /** A user who may edit actions unless told otherwise. */
  member(user?: MemberOptions): Promise<{ user: MadeUser; call: Caller }>
  /** Saves an action: a new one of Stockholm unless told otherwise. */
  save(call: Caller, body?: SentAction, path?: string): ReturnType<Caller>
  open(call: Caller, id: number, path?: string): ReturnType<Caller>
  remove(call: Caller, id: number): ReturnType<Caller>
  /** Data of a component. */
  data(call: Caller, component: string, path?: string): ReturnType<Caller>
  /** Closes an action as its evaluation does. */
  closeAction(id: number, state: 1 | 2): Promise<void>
  /** Adds a response of Stockholm. */
  answer(date: string, rating: number, channel?: string): Promise<void>
}

interface MemberOptions {
  rights?: NewSurveyRights
  filters?: Record<string, string[]>
  firstName?: string
  lastName?: string
  language?: string
}

/** Creates the dashboard; `extra` replaces sections of its configuration. */
export async function openActions(extra = configuration): Promise<ActionBench> {
  const board = await openDashboard({ extra })
  const { deps, universeId, surveyId, survey } = board
  return {
    ...board,
    save: (call, body = {}, path = stockholm) =>
      call('POST', `/rest/actions/update/${survey}/${path}`, {
        ...{ id: 0, extname: 'satisfaction', state: 0, expression: 'mean(rating)', goal: 4.5, comments: '' },
        ...{ periodStartDate: '2026-01-06', deadline: '2026-06-30', responsible: '', period: 'rel_-3m_0d', version: 1 },
        ...body,
      }),
    open: (call, id, path = stockholm) => call('GET', `/rest/actions/data/${survey}/${id}/${path}`),
    remove: (call, id) => call('DELETE', `/rest/actions/data/${survey}/${id}`),
    data: (call, component, path = stockholm) => call('GET', `/rest/widgets/data/${survey}/${component}/${path}`),
    async closeAction(id, state) {
      const end = { from: '2025-11-10', to: '2026-02-11', value: 4.6, n: 12, low: null, high: null }
      const unknown = { difference: null, standardError: null, low: null, high: null }
      const result = { before: null, end, ...unknown, comparable: 0, comparableBefore: 0, comparableAfter: 0 }
      await deps.db
        .updateTable('action')
        .set({ state, result: JSON.stringify(result), closed_at: deps.clock.now() })
        .where('id', '=', id)
        .execute()
    },
    async answer(date, rating, channel = 'web') {
      await write(programContext(deps, 'test'), async (tx) => {
        const answers = { country: 'Sweden', store: 'Stockholm', channel, rating }
        await tx.changed(surveyId, await addResponses(tx.db, surveyId, [{ date, answers }]))
      })
      await caughtUp(deps.analytics, deps.pool)
    },
    async member({ rights = { canEditActions: true }, filters, language = 'en', ...of } = {}) {
      const roleId = await createRole(deps.db, universeId, { surveys: { [surveyId]: rights } })
      const user = await createUser(deps.db, {
        ...of,
        universes: [{ universeId, roleId, ...(filters && { filters }) }],
      })
      const headers = { ...bearer(await signIn(deps, user)), 'accept-language': language }
      return {
        user,
        async call(method, url, body) {
          const sent = body === undefined ? {} : { payload: body as object }
          const response = await board.app.inject({ method, url, headers, ...sent })
          return { status: response.statusCode, body: response.body === '' ? null : response.json() }
        },
      }
    },
  }
}
