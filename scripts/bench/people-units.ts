// Units with very many responses: how long after a move it is in the figures, of units as they were and as they are now, and
// that the figures are right. Beside it, what PostgreSQL alone needs to write as many rows: a move is felt in time as well where
// it takes at most `overBare` times as long.
import { setTimeout as wait } from 'node:timers/promises'
import { programContext } from '../../server/src/domain/context.ts'
import type { Deps } from '../../server/src/domain/context.ts'
import { write } from '../../server/src/domain/write.ts'
import { TaskEngine } from '../../server/src/domain/tasks/engine.ts'
import { unitTask } from '../../server/src/features/units/service.ts'
import { makeListedSurvey } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { spreadOf } from './measure.ts'
import { seconds, verdict } from './printing.ts'

/** Responses of the unit that moves, those of the others, and the longest until a move is in the figures, in ms. */
const promised = { moved: 100_000, others: 200_000, felt: 5000 }
const overBare = 1.5

/** How often the bare update is timed; the median counts. */
const bareRuns = 3

/**
 * Longest pause between two looks at a figure, in ms: as browsers do, it looks when the figures have changed. Looking all the
 * time would take a processor from what is measured.
 */
const lookPause = 500

const extName = 'moving'

/** Both readings of units: what follows a place in a path, and the SQL of the unit above a response's own. */
const readings = [
  { words: 'as it was', path: '', unit: 'was.parent_id' },
  { words: 'as it is now', path: ';units.as=now', unit: 'coalesce(next.parent_id, was.parent_id)' },
]

/** Measures a move without a date and one on a date; `share` of the promised responses, to try it quickly. */
export async function measureUnitMoves(server: MeasuredServer, share: number): Promise<void> {
  const { deps } = server
  const [moved, others] = [Math.round(promised.moved * share), Math.round(promised.others * share)]
  const scale = { type: 'scale', scale: [1, 10] } as const
  const questions = Array.from({ length: 20 }, (_, at) => ({ variable: `q${at}`, ...scale }))
  const survey = await makeListedSurvey(
    deps,
    { extName, configuration: 'lowBase: 0', questions },
    { units: 20, regions: 4 },
  )
  const { universeId, surveyId, unitIds } = survey
  await write(programContext(deps, 'bench'), async (tx) => {
    await deps.pool.query(
      `insert into response (survey_id, foreign_id, event_date, completed_at, answers, unit_ids)
       select $1, 'r' || n, '2025-01-01'::date + n % 365, now(),
              jsonb_build_object('region', 'region' || store % 4, 'store', 'store' || store)
              || (select jsonb_object_agg('q' || q, 1 + (n + q) % 10) from generate_series(0, 19) q),
              array[($2::int[])[store + 1]]
         from (select n, case when n <= $3::int then 0 else 1 + n % 19 end as store
                 from generate_series(1, $3::int + $4::int) n) one`,
      [surveyId, unitIds, moved, others],
    )
    await tx.surveyChanged(surveyId)
  })
  await deps.analytics.feed.catchUp()
  const call = await server.otherCaller(universeId, 'mover')
  const figure = async (region: string, reading: string): Promise<number> =>
    (JSON.parse((await call('GET', `/rest/paths/count/${extName}/region=${region}${reading}`)).body) as { n: number }).n
  console.log(`\na move of a unit with ${moved} of ${moved + others} responses; goal ${seconds(promised.felt)}`)
  const engine = new TaskEngine(deps, [unitTask])
  engine.start()
  let id = unitIds[0] ?? 0
  const told: { line: string; slowest: number }[] = []
  for (const [name, region, date] of [
    ['without a date', 'region1', null],
    ['on a date', 'region2', '2025-01-02'],
  ] as const) {
    const { rows } = await deps.pool.query<{ id: number; version: number }>(
      `select region.id, unit.version from unit region, unit where unit.id = $1 and region.view_id = unit.view_id
          and region.ext_name = $2`,
      [id, region],
    )
    await prepare(deps)
    const before = await Promise.all(readings.map(({ path }) => figure(region, path)))
    const began = performance.now()
    const body = { parentId: rows[0]?.id, version: rows[0]?.version, date }
    const answer = await call('POST', `/rest/units/move/${extName}/${id}`, body)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const answered = performance.now() - began
    const felt = await Promise.all(
      readings.map(async ({ path }, at) => {
        while ((await figure(region, path)) === before[at]) await nextChange(deps, surveyId)
        return performance.now() - began
      }),
    )
    if (date !== null) id = await successorOf(deps, id)
    for (const { words, path, unit } of readings) {
      const counted = await deps.pool.query<{ n: number }>(
        `select count(*)::int as n from response join unit was on was.id = unit_ids[1]
           left join unit next on next.succeeds_id = was.id join unit region on region.id = ${unit}
          where survey_id = $1 and region.ext_name = $2`,
        [surveyId, region],
      )
      if ((await figure(region, path)) !== counted.rows[0]?.n)
        throw new Error(`the figures of ${region}, ${words}, are not those of the responses`)
    }
    const words = readings.map((reading, at) => `${reading.words} ${seconds(felt[at] ?? Infinity)}`).join(', ')
    told.push({
      line: `  ${name.padEnd(16)} answered ${seconds(answered)}, felt ${words}`,
      slowest: Math.max(...felt),
    })
  }
  await engine.stop()
  const bare = await timeBareUpdate(deps, surveyId, id)
  for (const { line, slowest } of told)
    console.log(`${line}   ${verdict(slowest <= Math.max(promised.felt, overBare * bare))}`)
  console.log(`  the bare update   ${seconds(bare)}`)
}

/** Resolves when the figures of a survey have changed, and after a pause at the latest. */
async function nextChange({ analytics }: Deps, surveyId: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const unfollow = analytics.feed.follow((id) => {
    if (id === surveyId) resolve()
  })
  await Promise.race([promise, wait(lookPause)])
  unfollow()
}

async function successorOf({ pool }: Deps, id: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('select id from unit where succeeds_id = $1', [id])
  return rows[0]?.id ?? 0
}

/** Lets each update begin alike: without dead rows of an earlier one, and without the writing that it has left to do. */
async function prepare({ pool }: Deps): Promise<void> {
  await pool.query('vacuum analyze response')
  await pool.query('checkpoint')
}

/** Time to raise the versions of a unit's responses and to change nothing else, in ms: rows and indexes are written anew. */
async function timeBareUpdate(deps: Deps, surveyId: number, unitId: number): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < bareRuns; run++) {
    await prepare(deps)
    const began = performance.now()
    await deps.pool.query(
      'update response set version = version + 1 where survey_id = $1 and unit_ids && array[$2::int]',
      [surveyId, unitId],
    )
    times.push(performance.now() - began)
  }
  return spreadOf(times).p50
}
