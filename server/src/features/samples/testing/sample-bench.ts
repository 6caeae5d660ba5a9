import type { SurveyFlag } from '#server/domain/rights/role-rights.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { Selectable } from 'kysely'
import type { ResponseTable } from '#server/platform/db-response-types.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser } from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import { addResponses } from '#server/testing/survey-data.ts'
import type { TestRow, TestSurvey } from '#server/testing/survey-data.ts'

/** The sample page as the tests configure it; samples of the last 90 days are open. */
export const sampleConfiguration = `
indicators:
  waiting: { title: Waiting, expression: "samples(1)", decimals: 0 }
pages:
  - { extname: overview, components: [{ type: variable-block, config: { id: head, variables: [waiting] } }] }
respondent: { email: mail }
sample:
  stateQuestion: status
  subStateQuestion: substatus
  evalPeriodQuestion: period
  showApproveButtonInState2: true
  showApproveButtonInState3: true
  openPeriod: rel_-90d_0d
  tables: [{ title: Basket, columns: [product, amount], rowsFrom: basket }]
  groups:
    - { title: Customer, fields: [name, mail, { question: phone, optional: true }, eventdate] }
    - title: Visit
      fields:
        - { question: country, optional: true }
        - { question: store, optional: true }
        - { question: channel, optional: true }
        - { question: rating, optional: true }
        - { question: percent, optional: true }
        - { question: tags, optional: true }
        - { question: visits, optional: true }
        - { question: bought, optional: true }
        - { question: comment, optional: true }
    - { title: Closing, fields: [{ question: reason, cancelledComment: true }, { question: note, approvedComment: true, optional: true }] }
`

/** The questions of the sample page besides those of the small survey. */
export const sampleQuestions: TestSurvey['questions'] = {
  mail: { type: 'text' },
  percent: { type: 'scale', min: 0, max: 100 },
  tags: { type: 'multiple', choices: ['clean', 'quick', 'near'] },
  visits: { type: 'numeric' },
  bought: { type: 'date' },
  status: { type: 'single', choices: ['called', 'written'] },
  substatus: { type: 'text' },
  period: { type: 'single', choices: ['spring', 'autumn'] },
  reason: { type: 'text' },
  note: { type: 'text' },
}

/** Everything a role may do with samples. */
export const allSampleFlags: readonly SurveyFlag[] = [
  'canViewSamples',
  'canEditOpenPeriods',
  'canEditClosedPeriods',
  'canChangeStateOpenPeriods',
  'canChangeStateClosedPeriods',
  'canCancelSamples',
  'canPostponeSamples',
]

/** A sample in short: its row, and what is known of the customer. */
export interface NewSample extends Partial<TestRow> {
  contact?: Record<string, string>
}

/** A dashboard whose survey has samples. */
export interface SampleBench extends Dashboard {
  /** Makes a sample of Stockholm that can be approved; returns its id. */
  sample(of?: NewSample): Promise<number>
  /** Makes a user with these rights; `actor` acts as them. */
  member(user?: MemberOptions): Promise<{ user: MadeUser; call: Caller }>
  /** Path of a sample's page. */
  page(id: number): string
  /** Saves a sample from its page: as new, made from its first version, unless told otherwise. */
  save(call: Caller, id: number, body: Saved, query?: string): ReturnType<Caller>
  validate(call: Caller, id: number, body: { state: string; fields: object }): ReturnType<Caller>
  /** What a response is in the database. */
  stored(id: number): Promise<StoredSample | undefined>
  /** New samples of a place, as the figures count them. */
  waiting(call: Caller, place: string): Promise<number>
}

/** What a sample is saved with. */
interface Saved {
  version?: number
  overwrite?: boolean
  state?: string
  comment?: string
  fields?: object
}

type StoredSample = Pick<
  Selectable<ResponseTable>,
  'state' | 'answers' | 'contact' | 'event_date' | 'unit_ids' | 'version'
>

interface MemberOptions {
  flags?: readonly SurveyFlag[]
  filters?: Record<string, string[]>
  firstName?: string
  lastName?: string
  isRoot?: boolean
  admin?: boolean
  actor?: MadeUser
  language?: string
}

/** Creates the dashboard; `sample` replaces that section of the configuration. */
export async function openSamples(configuration = sampleConfiguration): Promise<SampleBench> {
  const board = await openDashboard({ extra: configuration, questions: sampleQuestions })
  const { deps, universeId, surveyId, survey } = board
  return {
    ...board,
    page: (id) => `/rest/samples/data/${survey}/${id}`,
    save: (call, id, body, query = '') =>
      call('PUT', `/rest/samples/data/${survey}/${id}${query}`, { version: 1, state: '1', ...body }),
    validate: (call, id, body) => call('POST', `/rest/samples/validate/${survey}/${id}`, body),
    stored: (id) =>
      deps.db
        .selectFrom('response')
        .select(['state', 'answers', 'contact', 'event_date', 'unit_ids', 'version'])
        .where('id', '=', id)
        .executeTakeFirst(),
    async waiting(call, place) {
      await caughtUp(deps.analytics, deps.pool)
      const { body } = await call('GET', `/rest/widgets/data/${survey}/head/${place}`)
      return Number(body.variables[0].value)
    },
    sample: ({ contact = { name: 'Kim Ek', email: 'kim@example.org' }, answers, ...row } = {}) =>
      write(programContext(deps, 'test'), async (tx) => {
        const given = { country: 'Sweden', store: 'Stockholm', channel: 'web', mail: 'kim@example.org', ...answers }
        const [id = 0] = await addResponses(tx.db, surveyId, [{ date: '2026-02-01', state: 1, ...row, answers: given }])
        await tx.db
          .updateTable('response')
          .set({ contact: JSON.stringify(contact) })
          .where('id', '=', id)
          .execute()
        await tx.changed(surveyId, [id])
        return id
      }),
    async member({ flags = allSampleFlags, filters, actor, admin = false, language = 'en', ...of } = {}) {
      const rights = Object.fromEntries(flags.map((flag) => [flag, true]))
      const roleId = await createRole(deps.db, universeId, { surveys: { [surveyId]: rights } })
      const place = { universeId, roleId, admin, actAs: true, ...(filters && { filters }) }
      const user = await createUser(deps.db, { ...of, universes: [place] })
      const session = { userId: user.id, universeId, actorUserId: actor?.id ?? null }
      const headers = { ...bearer((await startSession(deps, session)).token), 'accept-language': language }
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
