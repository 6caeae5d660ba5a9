import { sql } from 'kysely'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { makeWorld } from '#server/testing/route-walk-world.ts'
import type { Walker } from '#server/testing/route-walk-world.ts'
import { addResponses } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'

/** A respondent as the tests store them. */
export interface Person {
  name: string
  email: string
  phone: string
  foreignId: string
}

/** An application with the surveys and users of the route walk, and what tests of respondents do with them. */
export async function openPeople() {
  const server = await testApp()
  const { app, deps } = server
  const world = await makeWorld(deps)
  const { db } = deps
  const universe = await db
    .selectFrom('universe')
    .select(['id', 'name'])
    .where('id', '=', world.survey.universeId)
    .executeTakeFirstOrThrow()
  const ctx = (): Ctx =>
    programContext(deps, 'test', { ...universe, timeZone: 'UTC', defaultLocale: 'en' }) as unknown as Ctx

  /** Calls a route of respondents in the walkers' named survey, or in another one. */
  async function call(walker: Walker, method: 'GET' | 'POST' | 'PUT', act: string, body?: object, survey?: string) {
    const url = `/rest/respondents/${act.replace('*', survey ?? world.survey.extName)}`
    const answer = await app.inject({ method, url, headers: world.headers[walker], ...(body && { payload: body }) })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, body: isJson ? answer.json() : null, raw: answer.rawPayload }
  }

  /** Stores a completed response of somebody; returns its id. */
  async function respond(
    surveyId: number,
    person: Person,
    { date = '2026-01-08', rating = 1, comment = `${person.name} was here`, state = 0 } = {},
  ): Promise<number> {
    return write(programContext(deps, 'test'), async (tx) => {
      const answers = { country: 'Norway', store: 'Oslo', channel: 'web', rating, comment }
      const [id = 0] = await addResponses(tx.db, surveyId, [{ date, answers, state }])
      const { name, email, phone } = person
      await tx.db
        .updateTable('response')
        .set({ foreign_id: person.foreignId, contact: JSON.stringify({ name, email, phone }) })
        .where('id', '=', id)
        .execute()
      await tx.changed(surveyId, [id])
      return id
    })
  }

  /** Removes responses of the surveys for the next test. */
  async function clear(which: { state: number } | { foreignId: string }): Promise<void> {
    await write(programContext(deps, 'test'), async (tx) => {
      const responses = tx.db.deleteFrom('response')
      await (
        'state' in which
          ? responses.where('state', '=', which.state)
          : responses.where('foreign_id', 'like', which.foreignId)
      ).execute()
      for (const { surveyId } of [world.survey, world.anonymous, world.foreign]) await tx.surveyChanged(surveyId)
    })
  }

  /** Figures of a survey, as its pages show them. */
  async function shown(extName: string): Promise<{ count: number; mean: number }> {
    await caughtUp(deps.analytics, deps.pool)
    const own = ctx()
    const access = await surveyAccess(own, extName)
    const indicators = ['count()', 'mean(rating)'].map((expression) => ({ key: expression, expression }))
    const answer = await figures(own, access, { conditions: [], by: 'none', indicators })
    const valueAt = (at: number): number => answer.rows[0]?.valueAt(at)?.value ?? 0
    return { count: valueAt(0), mean: valueAt(1) }
  }

  /** The same counted by SQL. */
  async function counted(surveyId: number): Promise<{ count: number; mean: number }> {
    const { rows } = await sql<{ count: number; mean: number }>`
      select count(*)::int as count, round(avg((answers->>'rating')::numeric), 11)::float8 as mean from response
       where survey_id = ${surveyId} and state = 0`.execute(db)
    return rows[0] ?? { count: 0, mean: 0 }
  }

  /** The tables in which a text stands somewhere. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class
       where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db)
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(name)} t
         where position(lower(${text}) in lower(t::text)) > 0`.execute(db)
      if ((rows[0]?.n ?? 0) > 0) found.push(name)
    }
    return found.toSorted()
  }

  return { server, deps, db, world, ctx, call, respond, clear, shown, counted, tablesWith }
}
