// What the benches of lists share: a survey of many stores, somebody of one place, and the times of a request.
import { saveConfiguration } from '../../server/src/domain/build/configuration.ts'
import { insertQuestions } from '../../server/src/domain/build/questions.ts'
import type { NewQuestion } from '../../server/src/domain/build/questions.ts'
import { insertSurvey } from '../../server/src/domain/build/survey.ts'
import { openUnitBook } from '../../server/src/domain/build/unit-book.ts'
import { insertView } from '../../server/src/domain/build/units.ts'
import { insertUniverse } from '../../server/src/domain/build/universe.ts'
import { insertMembership, insertUser } from '../../server/src/domain/build/user.ts'
import { programContext } from '../../server/src/domain/context.ts'
import type { Deps } from '../../server/src/domain/context.ts'
import { write } from '../../server/src/domain/write.ts'
import { spreadOf, timeEach } from './measure.ts'
import { ms, verdict } from './printing.ts'

/** Places of a survey, named `region0`, `region1` and so on, and `store0`, `store1` and so on: store n is in region n modulo regions. */
export interface Places {
  units: number
  regions: number
}

/** A survey to fill, with its universe, both named as was asked, and the units of its stores in their order. */
export interface ListedSurvey {
  universeId: number
  surveyId: number
  unitIds: number[]
}

/** Runs of each request that is measured. */
const runs = 40
/** Runs before, which are not: they fill caches, and their code is not compiled yet. */
const warmUps = 5
/** A time is met as well where it is at most so many times that of the bare statements beside it. */
const overBare = 1.5

/** Creates a survey of stores in regions without responses; `questions` are those besides region and store. */
export async function makeListedSurvey(
  deps: Deps,
  { extName, configuration, questions }: { extName: string; configuration: string; questions: readonly NewQuestion[] },
  places: Places,
): Promise<ListedSurvey> {
  const universeId = await insertUniverse(deps.db, { name: extName })
  const regions = Array.from({ length: places.regions }, (_, at) => `region${at}`)
  const stores = Array.from({ length: places.units }, (_, at) => `store${at}`)
  return write(programContext(deps, 'bench'), async (tx) => {
    const surveyId = await insertSurvey(tx.db, universeId, { extName })
    await insertQuestions(tx.db, surveyId, [
      { variable: 'region', type: 'single', choices: choicesOf(regions) },
      { variable: 'store', type: 'single', choices: choicesOf(stores) },
      ...questions,
    ])
    await insertView(tx.db, surveyId, { extName: 'organisation', levels: ['region', 'store'], order: 0 })
    const survey = { id: surveyId, universeId, extName }
    await saveConfiguration(tx.db, survey, { text: configuration, source: 'user', author: '' })
    const view = await tx.db.selectFrom('view').select('id').where('survey_id', '=', surveyId).executeTakeFirstOrThrow()
    const book = await openUnitBook(tx.db, { universeId, surveyId }, () => ({}))
    const unitIds = await book.leaves(
      view.id,
      stores.map((store, at) => [`region${at % places.regions}`, store]),
    )
    return { universeId, surveyId, unitIds }
  })
}

/** Choices that are called by their names. */
export function choicesOf(names: readonly string[]): { extName: string; title: { en: string } }[] {
  return names.map((name) => ({ extName: name, title: { en: name } }))
}

/** Creates a user of a role who sees what `filters` allow. Returns their id. */
export async function insertMember(
  deps: Deps,
  { universeId, roleId }: { universeId: number; roleId: number },
  username: string,
  filters: Record<string, string[]>,
): Promise<number> {
  const userId = await insertUser(deps.db, { username, email: `${username}@example.org` })
  await insertMembership(deps.db, { userId, universeId, roleId, filters })
  return userId
}

/** Asks for an address `times` times, which may differ by the run. Returns the 95th percentile in ms, and both in words. */
export async function timeRequest(
  ask: (url: string) => Promise<unknown>,
  name: string,
  url: (run: number) => string,
  times = runs,
): Promise<{ p95: number; line: string }> {
  const { p50, p95 } = await timeEach(
    Array.from({ length: times }, (_, run) => run),
    (run) => ask(url(run)),
  )
  return { p95, line: `  ${name.padEnd(16)} ${inWords({ p50, p95 })}` }
}

/** Does something in a run, which may differ by the run. */
type Run = (run: number) => Promise<unknown>

/**
 * Asks for an address and runs the bare statements of its answer, in turns, so that both meet the same moments of the
 * machine, `times` times each; prints both. Reached where 95 of 100 requests take at most `goal` ms, or `overBare` times what 95 of 100 bare ones
 * take.
 */
export async function timeBeside(
  name: string,
  { ask, bare, goal, times = runs }: { ask: Run; bare: Run; goal: number; times?: number },
): Promise<void> {
  const [asked, statements]: [number[], number[]] = [[], []]
  for (let run = -warmUps; run < times; run++)
    for (const [work, taken] of [
      [ask, asked],
      [bare, statements],
    ] as const) {
      const began = performance.now()
      await work(Math.abs(run))
      if (run >= 0) taken.push(performance.now() - began)
    }
  const [own, beside] = [spreadOf(asked), spreadOf(statements)]
  const isReached = own.p95 <= Math.max(goal, overBare * beside.p95)
  console.log(`  ${name.padEnd(16)} ${inWords(own)}  bare ${inWords(beside)}   ${verdict(isReached)}`)
}

function inWords({ p50, p95 }: { p50: number; p95: number }): string {
  return `p50 ${ms(p50).padStart(7)} ms  p95 ${ms(p95).padStart(7)} ms`
}
