// The rights of a user with many question filters in a survey: compiled anew for each request.
import { readIdentity } from '../../server/src/domain/rights/identity-store.ts'
import { surveyAccess } from '../../server/src/domain/rights/survey-access.ts'
import { insertRole, insertSurveyRights } from '../../server/src/domain/build/role.ts'
import { choicesOf, insertMember, makeListedSurvey } from './listed-survey.ts'
import { timeEach } from './measure.ts'
import type { MeasuredServer } from './measured-server.ts'
import { ms, verdict } from './printing.ts'

/** Question filters of the user, values of each, and the longest that compiling their rights may take, in ms. */
const promised = { filters: 200, values: 20, p95: 20 }
/** Places of the survey: one filter is on a level of its hierarchy. */
const places = { units: 1000, regions: 20 }
/** How often it is measured. */
const runs = Array.from({ length: 200 }, (_, run) => run)
const extName = 'rights'

/** Measures how long it takes to read a user and compile what they may see of a survey, as each request of theirs does. */
export async function measureRights({ deps }: MeasuredServer): Promise<void> {
  const { db, clock } = deps
  const names = Array.from({ length: promised.filters - 1 }, (_, at) => `limit${at + 1}`)
  const values = Array.from({ length: promised.values * 2 }, (_, at) => `value${at + 1}`)
  const questions = names.map((variable) => ({ variable, type: 'single' as const, choices: choicesOf(values) }))
  const { universeId, surveyId } = await makeListedSurvey(deps, { extName, configuration: '{}', questions }, places)
  const roleId = await insertRole(db, universeId, { name: 'limited' })
  await insertSurveyRights(db, { roleId, surveyId }, {})
  const given = values.slice(0, promised.values)
  const filters = { region: ['region3'], ...Object.fromEntries(names.map((name) => [name, given])) }
  const userId = await insertMember(deps, { universeId, roleId }, 'limited', filters)
  const compile = async (): Promise<number> => {
    const of = { sessionId: 0, userId, universeId, actorUserId: null, lastWrite: { xid: null } }
    const identity = await readIdentity(db, { ...of, expiresAt: clock.now() })
    if (!identity) throw new Error('the measured user may not enter the universe')
    return (await surveyAccess({ db, clock, identity }, extName)).caseScope.conditions.length
  }
  const conditions = await compile()
  if (conditions < promised.filters) throw new Error(`only ${conditions} conditions came of the filters`)
  const { p50, p95 } = await timeEach(runs, compile)
  // Less than reading the filters it cannot be.
  const floor = await timeEach(runs, () =>
    db.selectFrom('user_filter').select(['variable', 'values']).where('user_id', '=', userId).execute(),
  )
  console.log(
    `\nrights of a user with ${promised.filters} question filters of ${promised.values} values: p50 ${ms(p50)} ms, p95 ${ms(p95)} ms ` +
      `(reading the filters alone p50 ${ms(floor.p50)} ms); goal p95 ${promised.p95} ms   ${verdict(p95 <= promised.p95)}`,
  )
}
