import { sql } from 'kysely'
import { insertSurveyRights } from '#server/domain/build/role.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createSurvey, smallSurvey } from '#server/testing/factories.ts'
import type { TestSurvey } from '#server/testing/survey-data.ts'

/** A hierarchy to edit: a survey of its own in the bench's universe, and calls on it. */
export interface UnitsBench {
  survey: string
  surveyId: number
  responseIds: readonly number[]
  /** Id of the unit at a place. */
  unit(...path: string[]): Promise<number>
  version(id: number): Promise<number>
  /** Number of completed responses at a drill path, from figures. */
  figure(call: Caller, drillPath: string): Promise<number>
  /** The same by country and store, counted in PostgreSQL from the units of responses. */
  counted(): Promise<Record<string, number>>
  move(call: Caller, id: number, body: object): ReturnType<Caller>
  merge(call: Caller, id: number, body: object): ReturnType<Caller>
}

/** Makes a survey with the small hierarchy, or another one. */
export async function makeUnits(board: Dashboard, more: Partial<TestSurvey> = {}): Promise<UnitsBench> {
  const { db } = board.deps
  const extName = `units${crypto.randomUUID().slice(0, 8)}`
  const { surveyId, responseIds } = await createSurvey(db, board.universeId, {
    ...smallSurvey,
    config: 'lowBase: 0',
    ...more,
    extName,
  })
  const role = await db
    .selectFrom('role')
    .select('id')
    .where('universe_id', '=', board.universeId)
    .executeTakeFirstOrThrow()
  await insertSurveyRights(db, { roleId: role.id, surveyId }, { canViewSamples: true, canHandleAlerts: true })
  const bench: UnitsBench = {
    survey: extName,
    surveyId,
    responseIds,
    async unit(...path) {
      let parent: number | null = null
      for (const name of path) {
        const found: { id: number } = await db
          .selectFrom('unit')
          .innerJoin('view', 'view.id', 'unit.view_id')
          .where('view.survey_id', '=', surveyId)
          .where('unit.ext_name', '=', name)
          .where('parent_id', parent === null ? 'is' : '=', parent)
          .select('unit.id')
          .executeTakeFirstOrThrow()
        parent = found.id
      }
      return parent ?? 0
    },
    async version(id) {
      return (await db.selectFrom('unit').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
    },
    async figure(call, drillPath) {
      const { status, body } = await call('GET', `/rest/paths/count/${extName}/${drillPath}`)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.n
    },
    async counted() {
      const { rows } = await sql<{ place: string; n: number }>`
        select parent.ext_name || '/' || leaf.ext_name as place, count(*)::int as n
          from response join unit leaf on leaf.id = unit_ids[1] join unit parent on parent.id = leaf.parent_id
         where survey_id = ${surveyId} and state = 0 group by 1`.execute(db)
      return Object.fromEntries(rows.map(({ place, n }) => [place, n]))
    },
    move: async (call, id, body) =>
      call('POST', `/rest/units/move/${extName}/${id}`, { date: null, version: await bench.version(id), ...body }),
    merge: async (call, id, body) =>
      call('POST', `/rest/units/merge/${extName}/${id}`, { version: await bench.version(id), ...body }),
  }
  return bench
}

/** A dashboard with an administrator. */
export async function openUnits(): Promise<{ board: Dashboard; admin: Caller }> {
  const board = await openDashboard()
  return { board, admin: await board.as({ admin: true }) }
}
