import { expect } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { enqueueTask } from '#server/domain/tasks/enqueue.ts'
import { write } from '#server/domain/write.ts'
import { noticeTasks } from '#server/features/notices/service.ts'
import { reportTaskTypes } from '#server/features/reports/service.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import type { MailSink } from '#server/testing/mail-sink.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { subscriptionTask } from '../service.ts'

/** Times of a weekly subscription, on Thursdays at 7. */
export const weekly = { cadence: 'weekly', weekday: 4, monthDay: 1, hour: 7 } as const

/** What subscribes to the actions of the whole survey, every week. */
export const actions = { kind: 'actions', drillPath: 'root', format: 'xlsx', ...weekly } as const

const config = `
reports:
  actions: true
  named: []`

/** A user of the bench: what they may do, and the values that they are confined to. */
interface Wanted {
  canAddUsers?: boolean
  restricted?: boolean
  /** False for a role without the survey. */
  access?: boolean
  filters?: Readonly<Record<string, string[]>>
  firstName?: string
}

/** A server with a survey in Stockholm's time, a mail server, and a clock that begins on Wednesday 11 February 2026, 10:00. */
export class SubscriptionBench {
  now = new Date('2026-02-11T09:00:00Z')
  readonly server: TestApp
  readonly sink: MailSink
  readonly universeId: number
  readonly survey: { surveyId: number; extName: string }
  private engines: TaskEngine[] = []

  private constructor(at: Pick<SubscriptionBench, 'server' | 'sink' | 'universeId' | 'survey'>) {
    this.server = at.server
    this.sink = at.sink
    this.universeId = at.universeId
    this.survey = at.survey
  }

  static async start(): Promise<SubscriptionBench> {
    const sink = await startMailSink()
    const env = { ...sendingTo(sink), GENSVAR_URL: 'https://feedback.example.org' }
    const clock: { now: () => Date } = { now: () => bench.now }
    let bench = { now: new Date('2026-02-11T09:00:00Z') }
    const server = await testApp({ clock, env })
    const { db } = server.deps
    const universeId = (await createUniverse(db)).id
    await db.updateTable('universe').set({ time_zone: 'Europe/Stockholm' }).where('id', '=', universeId).execute()
    const survey = await createSurvey(db, universeId, { ...smallSurvey, config })
    const made = new SubscriptionBench({ server, sink, universeId, survey })
    bench = made
    await caughtUp(server.deps.analytics, server.deps.pool)
    return made
  }

  async close(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.stop()))
    await this.server.close()
    await this.sink.close()
  }

  /** An active member of the organisation with a role of their own. */
  async member({ access = true, filters = {}, firstName, ...role }: Wanted = {}): Promise<MadeUser> {
    const { db } = this.server.deps
    const surveys = access ? { [this.survey.surveyId]: {} } : {}
    const roleId = await createRole(db, this.universeId, { ...role, surveys })
    const universes = [{ universeId: this.universeId, roleId, filters }]
    return createUser(db, { ...(firstName !== undefined && { firstName }), universes })
  }

  /** Calls a route of subscriptions as a user. */
  async ask(user: MadeUser, method: 'GET' | 'POST' | 'DELETE', what: string, payload?: object) {
    const url = `/rest/subscriptions/${what.replace(/^\w+/, (verb) => `${verb}/${this.survey.extName}`)}`
    const headers = bearer(await signIn(this.server.deps, user))
    const response = await this.server.app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
  }

  /** Subscribes a user, or others for them; returns the ids. */
  async subscribe(user: MadeUser, body: object = actions): Promise<number[]> {
    const answer = await this.ask(user, 'POST', 'create', body)
    expect(answer.status).toBe(200)
    return answer.body['ids'] as number[]
  }

  /** The subscriptions that a user has, or has made. */
  async list(user: MadeUser, whose: 'subscriptions' | 'made' = 'subscriptions'): Promise<Record<string, unknown>[]> {
    return (await this.ask(user, 'GET', 'list')).body[whose] as Record<string, unknown>[]
  }

  /** Starts a server's tasks. */
  work(): void {
    const engine = new TaskEngine(this.server.deps, [subscriptionTask, ...reportTaskTypes, ...noticeTasks])
    engine.start()
    this.engines.push(engine)
  }

  /** Has the schedule's task run twice at the same time, and waits until nothing is left to do. */
  async runDue(at: Date = this.now): Promise<void> {
    this.now = at
    const ctx = programContext(this.server.deps, 'test')
    for (let n = 0; n < 2; n++) await write(ctx, (tx) => enqueueTask(tx, subscriptionTask, { payload: {} }))
    const open = () =>
      this.server.deps.db.selectFrom('task').select('id').where('state', 'not in', ['CLOSED', 'FAILED']).execute()
    await expect.poll(open, { timeout: 20_000 }).toEqual([])
  }
}
