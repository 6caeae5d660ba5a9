import type { Selectable } from 'kysely'
import type { SurveyFlag } from '#server/domain/rights/role-rights.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { AlertTable } from '#server/platform/db-response-types.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'
import type { MadeUser, TestRole } from '#server/testing/factories.ts'
import { addResponses } from '#server/testing/survey-data.ts'

/** Rules with each kind of question, one that cannot be closed by saving, and a page with a table. */
const configuration = `
alerts:
  - extname: unhappy
    title: { en: Unhappy, sv: Missnöjd }
    when: rating <= 2
    info: "{store}: {comment}"
    questions:
      - { questionId: cause, type: choice, title: Cause, reasons: [{ choiceId: 0, title: Choose }, { choiceId: 1, title: Staff }, { choiceId: 2, title: Queue }] }
      - { questionId: minutes, type: Number, title: Minutes }
      - { questionId: done, type: Text, title: Done }
  - { extname: slow, title: Slow, when: rating <= 1, questions: [{ questionId: waited, type: Number, title: Waited }] }
  - { extname: watched, title: Watched, when: rating <= 1, enableCloseAndSave: false }
indicators:
  open: { title: Open, expression: "alerts(open)", decimals: 0 }
pages:
  - { extname: overview, components: [{ type: variable-block, config: { id: head, variables: [open] } }] }
  - extname: alerts
    kind: alerts
    components:
      - type: alert-table
        config: { id: alertlist, size: 12, columns: [title, store, comment, name, rating, state, owner, due, raised, closed] }
`

/** An alert in short: open, of Stockholm, without an owner unless told otherwise. */
interface NewAlert {
  rule?: string
  state?: number
  place?: 'Stockholm' | 'Gothenburg' | 'Oslo'
  date?: string
  contact?: Record<string, string>
  dueAt?: string
  raisedAt?: string
  closedAt?: string
  ownerId?: number
  comment?: string
}

/** What an alert is saved with. */
interface Saved {
  newComment?: string
  isClosed?: boolean
  selections?: readonly object[]
  version?: number
  overwrite?: boolean
}

/** A dashboard whose survey has alerts. */
export interface AlertBench extends Dashboard {
  /** Makes an interview with an alert; returns the alert's id. */
  alert(of?: NewAlert): Promise<number>
  /** Makes many interviews with an open alert each; returns the alerts' ids. */
  alerts(count: number): Promise<number[]>
  member(user?: MemberOptions): Promise<{ user: MadeUser; call: Caller }>
  /** Path of an alert's page. */
  page(id: number): string
  /** Saves an alert from its page, from its first version unless told otherwise. */
  save(call: Caller, id: number, body: Saved): ReturnType<Caller>
  reopen(call: Caller, id: number, body: { comment: string; version: number }): ReturnType<Caller>
  /** A page of the configured table, or of the plain one. */
  list(call: Caller, path: string, query?: string, component?: string): ReturnType<Caller>
  suggest(call: Caller, term: string, path?: string): ReturnType<Caller>
  /** What an alert is in the database. */
  stored(id: number): Promise<Selectable<AlertTable> | undefined>
  /** The figure alerts(open) of a place, and with filters. */
  openAlerts(call: Caller, path: string): Promise<number>
}

interface MemberOptions {
  flags?: readonly SurveyFlag[]
  /** Rights in other surveys, by their ids. */
  elsewhere?: TestRole['surveys']
  filters?: Record<string, string[]>
  firstName?: string
  lastName?: string
  language?: string
}

const countries = { Stockholm: 'Sweden', Gothenburg: 'Sweden', Oslo: 'Norway' }

/** Creates the dashboard. */
export async function openAlerts(extra = ''): Promise<AlertBench> {
  const board = await openDashboard({ extra: configuration + extra })
  const { deps, universeId, surveyId, survey } = board
  return {
    ...board,
    page: (id) => `/rest/alerts/data/${survey}/${id}`,
    save: (call, id, body) =>
      call('PUT', `/rest/alerts/data/${survey}/${id}`, {
        newComment: '',
        isClosed: false,
        selections: [],
        version: 1,
        ...body,
      }),
    reopen: (call, id, body) => call('POST', `/rest/alerts/reopen/${survey}/${id}`, body),
    list: (call, path, query = '', component = 'alertlist') =>
      component === '-'
        ? call('GET', `/rest/alerts/list/${survey}/${path}?${query}`)
        : call('GET', `/rest/widgets/data/${survey}/${component}/${path}?${query}`),
    suggest: (call, term, path = 'root') =>
      call('GET', `/rest/alerts/suggestions/${survey}/alertlist/${path}?term=${encodeURIComponent(term)}`),
    stored: (id) => deps.db.selectFrom('alert').selectAll().where('id', '=', id).executeTakeFirst(),
    async openAlerts(call, path) {
      await caughtUp(deps.analytics, deps.pool)
      const { body } = await call('GET', `/rest/widgets/data/${survey}/head/${path}`)
      return Number(body.variables[0].value)
    },
    alert: ({ rule = 'unhappy', state = 2, place = 'Stockholm', date = '2026-02-01', contact = {}, ...of } = {}) =>
      write(programContext(deps, 'test'), async (tx) => {
        const answers = {
          country: countries[place],
          store: place,
          channel: 'web',
          rating: 2,
          comment: of.comment ?? 'Slow',
        }
        const [id = 0] = await addResponses(tx.db, surveyId, [{ date, answers }])
        await tx.db
          .updateTable('response')
          .set({ contact: JSON.stringify(contact) })
          .where('id', '=', id)
          .execute()
        const alert = await tx.db
          .insertInto('alert')
          .values({
            survey_id: surveyId,
            response_id: id,
            rule,
            state,
            owner_user_id: of.ownerId ?? null,
            due_at: of.dueAt === undefined ? null : new Date(of.dueAt),
            closed_at: state === 3 ? new Date(of.closedAt ?? '2026-02-09T12:00:00Z') : null,
            created_at: new Date(of.raisedAt ?? '2026-02-01T12:00:00Z'),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx.changed(surveyId, [id])
        return alert.id
      }),
    alerts: (count) =>
      write(programContext(deps, 'test'), async (tx) => {
        const answers = { country: 'Sweden', store: 'Stockholm', channel: 'web', rating: 2 }
        const rows = Array.from({ length: count }, () => ({ date: '2026-02-01', answers }))
        const ids = await addResponses(tx.db, surveyId, rows)
        const made = await tx.db
          .insertInto('alert')
          .values(ids.map((id) => ({ survey_id: surveyId, response_id: id, rule: 'unhappy', state: 2 })))
          .returning('id')
          .execute()
        await tx.changed(surveyId, ids)
        return made.map(({ id }) => id)
      }),
    async member({ flags = ['canHandleAlerts'], elsewhere, filters, language = 'en', ...of } = {}) {
      const rights = Object.fromEntries(flags.map((flag) => [flag, true]))
      const roleId = await createRole(deps.db, universeId, { surveys: { ...elsewhere, [surveyId]: rights } })
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
