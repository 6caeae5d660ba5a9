// The rights of a user with many question filters in a survey: compiled anew for each request.
import { readIdentity } from '../../server/src/domain/rights/identity-store.ts'
import { surveyAccess } from '../../server/src/domain/rights/survey-access.ts'
import { insertRole, insertSurveyRights } from '../../server/src/domain/build/role.ts'
import { insertMembership, insertUser } from '../../server/src/domain/build/user.ts'
import type { ListsSurvey } from './alert-lists.ts'
import type { MeasuredServer } from './measured-server.ts'
import { verdict } from './printing.ts'

/** Question filters of the user, values of each, and the longest that compiling their rights may take, in ms. */
const promised = { filters: 200, values: 20, p95: 20 }
/** How often it is measured; the first times are not counted. */
const runs = { counted: 100, warm: 10 }

/** Measures how long it takes to read a user and compile what they may see of a survey, as each request of theirs does. */
export async function measureRights({ deps }: MeasuredServer, survey: ListsSurvey): Promise<void> {
  const { db, clock } = deps
  const { universeId, surveyId, extName } = survey
  const userId = await makeFilteredUser(deps, survey)
  const times: number[] = []
  let conditions = 0
  for (let run = 0; run < runs.warm + runs.counted; run++) {
    const began = performance.now()
    const identity = await readIdentity(db, {
      ...{ sessionId: 0, userId, universeId, actorUserId: null, lastWrite: { xid: null } },
      expiresAt: clock.now(),
    })
    if (!identity) throw new Error('the measured user may not enter the universe')
    const access = await surveyAccess({ db, clock, identity }, extName)
    conditions = access.caseScope.conditions.length
    if (run >= runs.warm) times.push(performance.now() - began)
  }
  const floor = await timeFilters(deps, { userId, surveyId })
  const p95 = quantile(times, 0.95)
  console.log(
    `\nrights of a user with ${promised.filters} question filters of ${promised.values} values (${conditions} conditions): ` +
      `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, of which reading the filters takes ` +
      `${floor.toFixed(1)} ms; goal p95 ${promised.p95} ms   ${verdict(p95 <= promised.p95)}`,
  )
}

/** A user limited by filters on choice questions that are made for it. */
async function makeFilteredUser({ db, pool }: MeasuredServer['deps'], { universeId, surveyId }: ListsSurvey) {
  await pool.query(
    `insert into question (survey_id, variable, type, title)
     select $1, 'limit' || n, 'single', '{}' from generate_series(1, $2::int) n`,
    [surveyId, promised.filters],
  )
  await pool.query(
    `insert into choice (question_id, ext_name, code, title)
     select q.id, 'value' || n, n, '{}' from question q, generate_series(1, $2::int) n
      where q.survey_id = $1 and q.variable like 'limit%'`,
    [surveyId, promised.values * 2],
  )
  await pool.query('update survey set version = version + 1 where id = $1', [surveyId])
  const roleId = await insertRole(db, universeId, { name: 'limited' })
  await insertSurveyRights(db, { roleId, surveyId }, {})
  const userId = await insertUser(db, { username: 'limited@bench.example' })
  const values = Array.from({ length: promised.values }, (_, at) => `value${at + 1}`)
  const filters = Array.from({ length: promised.filters }, (_, at) => [`limit${at + 1}`, values] as const)
  await insertMembership(db, { userId, universeId, roleId, filters: Object.fromEntries(filters) })
  return userId
}

/** How long it takes to read the filters alone, in ms: less it cannot be. */
async function timeFilters(
  { pool }: MeasuredServer['deps'],
  { userId, surveyId }: { userId: number; surveyId: number },
): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs.counted; run++) {
    const began = performance.now()
    await pool.query(
      'select variable, values from user_filter where user_id = $1 and (survey_id is null or survey_id = $2)',
      [userId, surveyId],
    )
    times.push(performance.now() - began)
  }
  return quantile(times, 0.5)
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}
