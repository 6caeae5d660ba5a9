import { releaseWithin } from '../../server/src/domain/figures/publishing/publication.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { write } from '../../server/src/domain/write.ts'
import { buildApp } from '../../server/src/app.ts'
import { compose } from '../../server/src/compose.ts'
import type { Composed } from '../../server/src/compose.ts'
import { readConfiguration, saveConfiguration } from '../../server/src/domain/build/configuration.ts'
import { insertUser } from '../../server/src/domain/build/user.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { startSession } from '../../server/src/domain/rights/sessions.ts'

/** A survey as the server has it. */
export interface FoundSurvey {
  id: number
  universeId: number
  extName: string
  responses: number
  /** Units of the lowest level of its first view. */
  units: number
}

/** The product's server in this process, called as its root user. */
export class MeasuredServer {
  readonly deps: Composed['deps']
  private readonly composed: Composed
  private readonly app: Awaited<ReturnType<typeof buildApp>>

  private constructor(composed: Composed, app: Awaited<ReturnType<typeof buildApp>>) {
    this.deps = composed.deps
    this.composed = composed
    this.app = app
  }

  /** Opens the server on a data folder, with further settings; with the built web of `extras`, where it is needed. */
  static async open(
    folder: string,
    settings: Readonly<Record<string, string>> = {},
    extras: { webFolder?: string } = {},
  ): Promise<MeasuredServer> {
    const composed = await compose(readConfig({ GENSVAR_DATA: folder, ...settings }))
    return new MeasuredServer(composed, await buildApp(composed.deps, extras))
  }

  /** Shuts everything down. */
  async close(): Promise<void> {
    await this.app.close()
    await this.composed.close()
  }

  /** Finds a survey and counts what is in it. */
  async survey(universe: string, extName: string): Promise<FoundSurvey> {
    const { db } = this.deps
    const found = await db
      .selectFrom('survey')
      .innerJoin('universe', 'universe.id', 'survey.universe_id')
      .where('universe.name', '=', universe)
      .where('survey.ext_name', '=', extName)
      .select(['survey.id', 'survey.universe_id as universeId', 'survey.ext_name as extName'])
      .executeTakeFirstOrThrow()
    const { responses } = await db
      .selectFrom('response')
      .where('survey_id', '=', found.id)
      .select((eb) => eb.fn.countAll<string>().as('responses'))
      .executeTakeFirstOrThrow()
    const [lowest] = await db
      .selectFrom('unit')
      .innerJoin('view', 'view.id', 'unit.view_id')
      .where('view.survey_id', '=', found.id)
      .groupBy(['view.sorder', 'view.id', 'unit.depth'])
      .orderBy('view.sorder')
      .orderBy('view.id')
      .orderBy('unit.depth', 'desc')
      .select((eb) => eb.fn.countAll<string>().as('units'))
      .limit(1)
      .execute()
    return { ...found, responses: Number(responses), units: Number(lowest?.units ?? 0) }
  }

  /** Signs a user (root by default) in to a universe; returns a function that requests a URL and returns the answer. */
  async asker(universeId: number, username = 'root'): Promise<(url: string) => Promise<string>> {
    const { deps, app } = this
    const user = await deps.db
      .selectFrom('app_user')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const { token } = await startSession(deps, { userId: user.id, universeId, actorUserId: null })
    const headers = { authorization: `Bearer ${token}` }
    return async (url) => {
      const { statusCode, body } = await app.inject({ method: 'GET', url, headers })
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body.slice(0, 300)}`)
      return body
    }
  }

  /** Listens at a port of its own, and returns it. */
  async listen(): Promise<number> {
    const { app } = this
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  /** Listens, and signs a user in: what a client needs to open a stream over a socket. */
  async stream(
    universeId: number,
    username: string,
    path: string,
  ): Promise<{ port: number; path: string; authorization: string }> {
    const { deps } = this
    const port = await this.listen()
    const { id: userId } = await deps.db
      .selectFrom('app_user')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const { token } = await startSession(deps, { userId, universeId, actorUserId: null })
    return { port, path, authorization: `Bearer ${token}` }
  }

  /**
   * Signs in another user with root's rights; answers are returned whatever their status. A body of bytes is sent as a
   * file.
   */
  async otherCaller(
    universeId: number,
    username = 'flooder',
  ): Promise<
    (method: 'GET' | 'POST', url: string, body?: object | Buffer) => Promise<{ statusCode: number; body: string }>
  > {
    const { deps, app } = this
    const userId = await insertUser(deps.db, { username, email: `${username}@example.org`, isRoot: true })
    const { token } = await startSession(deps, { userId, universeId, actorUserId: null })
    const headers = { authorization: `Bearer ${token}` }
    return async (method, url, payload) => {
      const type = Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }
      return app.inject({ method, url, headers: { ...headers, ...type }, ...(payload && { payload }) })
    }
  }

  /** Makes a survey anonymous. */
  async anonymise(survey: FoundSurvey): Promise<void> {
    const { db } = this.deps
    const saved = await readConfiguration(db, survey.id)
    if (!saved) throw new Error(`The survey ${survey.extName} has no configuration`)
    await write(programContext(this.deps, 'bench'), async (tx) => {
      await saveConfiguration(tx.db, survey, {
        ...saved,
        text: `${saved.text}\nanonymity: { period: quarter, filters: [segment] }\n`,
      })
      await releaseWithin(tx.db, survey.id, tx.clock)
      await tx.surveyChanged(survey.id)
    })
    await this.deps.analytics.feed.catchUp()
  }

  /** Changes one response, as a follow-up does, and waits until the figures include it. */
  async changeOne(survey: FoundSurvey): Promise<void> {
    const { db, analytics } = this.deps
    const { id } = await db
      .selectFrom('response')
      .where('survey_id', '=', survey.id)
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await write(programContext(this.deps, 'bench'), (tx) => tx.changed(survey.id, [id]))
    await analytics.feed.catchUp()
  }
}
