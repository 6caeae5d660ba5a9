import type { NewSurveyRights } from '#server/domain/build/role.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'
import { addResponses } from '#server/testing/survey-data.ts'

const editor = `
  - { type: header, highlighted: [customer, store, comment], main: rating }
  - type: group
    title: Customer
    columns: [6, 6]
    components:
      - { type: variable, question: customer }
      - { type: group, components: [{ type: variable, question: channel, optional: true }, { type: starlight, brightness: 3 }] }
  - { type: variable, question: mail, optional: true }
  - { type: variable, question: store, optional: true }
  - { type: table, tableName: contacts, columns: [{ extname: date, title: Day }, { extname: rating }, { extname: amount, rightAlign: true }] }
  - { type: comments }
  - { type: mails, relatedMailTracking: true }
  - { type: state-button, extname: approve, fromState: 1, toState: 2 }
  - { type: state-button, extname: stop, fromState: 1, toState: 4 }
  - { type: state-button, extname: finish, fromState: 1, toState: 0 }
  - { type: mail-action-button, extname: remind, template: reminder, mailVariable: mail, campaignName: Reminders, strictFiltering: true }
  - { type: push-campaign-button, extname: push, campaigns: [after_visit, later] }
  - { type: edit-button }
  - { type: update-button }
`

/** Configuration of the samples and their editor. */
export const editorConfiguration = `
respondent: { email: mail }
sample: { openPeriod: "rel_-60d_0d" }
pages:
  - extname: customers
    kind: samples
    components:
      - type: sample-table
        config:
          id: customers
          columns: [store, state]
          sampleEditor: ${editor.replaceAll('\n', '\n          ')}
      - { type: sample-table, config: { id: plain, columns: [store] } }
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
`

/** Rights to change answers and states of samples whose period is open, and to cancel them. */
export const editingRights: NewSurveyRights = {
  canViewSamples: true,
  canEditOpenPeriods: true,
  canChangeStateOpenPeriods: true,
  canCancelSamples: true,
}

/** Questions of the survey besides the small one's. */
export const editorQuestions = { customer: { type: 'text' }, mail: { type: 'text' } } as const

/** Answers of samples in the two countries. */
export const swede = {
  country: 'Sweden',
  store: 'Stockholm',
  channel: 'web',
  customer: 'Anna',
  mail: 'anna@example.org',
}
export const norwegian = { ...swede, country: 'Norway', store: 'Oslo', mail: 'ola@example.org' }

/** A survey with an editor of samples, and those who use it. */
export interface EditorBench {
  board: Dashboard
  /** Edits and changes states of samples whose period is open. */
  editing: Caller
  /** The same in Sweden alone. */
  swedish: Caller
  /** Somebody with other rights. */
  as(rights: NewSurveyRights): Promise<Caller>
  /** A sample of its own for a test; returns its id. */
  makeSample(answers?: Record<string, number | string>, more?: { state?: number; date?: string }): Promise<number>
  addContact(responseId: number, cells: object, recordset?: string): Promise<void>
}

/** Opens a survey with an editor; the caller closes its `board`. */
export async function openEditorBench(): Promise<EditorBench> {
  const board = await openDashboard({ extra: editorConfiguration, questions: editorQuestions })
  const { deps, universeId, surveyId, app } = board
  const as = async (rights: NewSurveyRights, user: object = {}, place: object = {}): Promise<Caller> => {
    const roleId = await createRole(deps.db, universeId, { surveys: { [surveyId]: rights } })
    const made = await createUser(deps.db, { ...user, universes: [{ universeId, roleId, ...place }] })
    const headers = bearer(await signIn(deps, made))
    return async (method, url, body) => {
      const payload = body !== undefined && { payload: body as object }
      const response = await app.inject({ method, url, headers, ...payload })
      return { status: response.statusCode, body: response.json() }
    }
  }
  return {
    board,
    editing: await as(editingRights, { firstName: 'Eva', lastName: 'Berg' }),
    swedish: await as(editingRights, { firstName: 'Sven', lastName: '' }, { filters: { country: ['Sweden'] } }),
    as: (rights) => as(rights),
    async makeSample(answers = swede, { state = 1, date = '2026-02-01' } = {}) {
      const [id = 0] = await addResponses(deps.db, surveyId, [{ date, state, answers }])
      const contact = JSON.stringify(answers['mail'] ? { email: answers['mail'] } : {})
      await deps.db.updateTable('response').set({ contact }).where('id', '=', id).execute()
      return id
    },
    async addContact(responseId, cells, recordset = 'contacts') {
      const row = { response_id: responseId, recordset, cells: JSON.stringify(cells) }
      await deps.db.insertInto('response_record').values(row).execute()
    },
  }
}
