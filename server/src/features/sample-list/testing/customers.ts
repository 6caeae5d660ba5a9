import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'

const stores = [
  { country: 'Sweden', store: 'Stockholm' },
  { country: 'Sweden', store: 'Gothenburg' },
  { country: 'Norway', store: 'Oslo' },
] as const

/** Sixty responses: the states in turn, of the three stores in turn, one a day. */
const rows: TestRow[] = Array.from({ length: 60 }, (_, at) => ({
  date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
  state: at % 5,
  answers: {
    ...stores[at % 3],
    channel: at % 2 === 0 ? 'web' : 'till',
    customer: `Customer ${at}`,
    rating: 1 + (at % 5),
  },
}))

const table = (more: string) => `
      - type: sample-table
        config: { columns: [customer, store, eventdate, state, rating], ${more} }`

const extra = `
reports:
  named:
    - { extname: people, title: People, formats: [xlsx], components: [customers] }
    - { extname: ranked, title: Ranked, formats: [xlsx], components: [units] }
pages:
  - extname: customers
    kind: samples
    components:${table(`id: customers, useCore: true, enableDownload: true, rowsPerPage: 25, rowsPerPageOptions: [25, 50],
          createActions: [{ extname: new, title: New }], mailActions: [{ extname: invite, template: invitation }],
          copyActions: [
            { extname: followup, title: Follow up, fields: [customer, name], comments: true },
            { extname: again, title: Again, eventdate: false }]`)}${table('id: visits, eventSources: [visit, call], sortBy: rating, sortDesc: false')}
  - extname: ranking
    kind: rankings
    components: [{ type: ranking-table, config: { id: units, columns: [n] } }]
`

/**
 * A survey with two tables of samples: `customers` with all actions, and `visits` of some kinds of event. Callers are
 * root, everybody of its role, and somebody with Norway alone. The caller closes `board`.
 */
export async function openCustomers() {
  const board = await openDashboard({ extra, rows, questions: { customer: { type: 'text' } } })
  const root = await board.as({ isRoot: true })
  const everyone = await board.as()
  const norwegian = await board.as({ filters: { country: ['Norway'] } })
  const { db } = board.deps
  await allow({ canViewSamples: true, canEditOpenPeriods: true })
  for (const [at, id] of board.responseIds.entries()) {
    const contact = JSON.stringify({ name: `Person ${at}`, email: `p${at}@example.org` })
    const event_source = at < 10 ? 'visit' : at < 12 ? 'call' : null
    await db.updateTable('response').set({ contact, event_source }).where('id', '=', id).execute()
  }
  await write(programContext(board.deps, 'test'), (tx) => tx.changed(board.surveyId, board.responseIds))
  return { board, root, everyone, norwegian, erase, allow, list, numbersOf, call, suggest }

  /** Removes samples that a test has made. */
  async function erase(ids: readonly number[]) {
    await write(programContext(board.deps, 'test'), async (tx) => {
      await tx.db.deleteFrom('response').where('id', 'in', ids).execute()
      await tx.changed(board.surveyId, ids)
    })
  }

  /** Gives the role of everybody but root these rights alone. */
  async function allow(rights: object) {
    const stored = { rights: JSON.stringify(rights) }
    await board.deps.db.updateTable('role_survey').set(stored).where('survey_id', '=', board.surveyId).execute()
  }

  /** A page of a table. */
  async function list(query = '', { by = everyone, path = 'root', component = 'customers' } = {}) {
    return (await by('GET', `/rest/widgets/data/${board.survey}/${component}/${path}?${query}`)).body
  }

  /** The listed responses, each as its number in the order they were made. */
  function numbersOf({ rankingData }: { rankingData: { rows: RankingRow[] } }) {
    return rankingData.rows.map(({ interviewId }) => board.responseIds.indexOf(interviewId ?? 0))
  }

  /** Calls a route of samples; `*` stands for the table `customers`. */
  function call(by: Caller, method: 'GET' | 'POST' | 'DELETE', route: string, path: string, body?: object) {
    return by(method, `/rest/samples/${route.replace('*', `${board.survey}/customers`)}/${path}`, body)
  }

  /** The suggestions of a table for a term. */
  async function suggest(term: string, { by = everyone, path = 'root', component = 'customers', more = '' } = {}) {
    return (await by('GET', `/rest/samples/suggestions/${board.survey}/${component}/${path}?term=${term}${more}`)).body
  }
}
