// How fast dashboards answer while a survey's comments are judged again on the same server.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { judgeComments } from '../../server/src/domain/comments/judge-comments.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { labelledComments } from '../../server/src/domain/text/testing/labelled.ts'
import { write } from '../../server/src/domain/write.ts'
import { makeListedSurvey } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { spreadOf } from './measure.ts'
import { ms, ratio, seconds, verdict } from './printing.ts'

const promised = { comments: 100_000, units: 200, regions: 10 }
/** How many times its idle value the p95 may be. */
const goal = 1.2
/** Between two requests, in ms, as readers look at what they got; and how long the idle server is measured. */
const pause = 50
const idleTime = 15_000
const longest = 60_000
const extName = 'comments'
const configuration = `
interview: { open: [comment] }
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)" }
  tone: { title: Tone, expression: "sentiment(comment)" }
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: tiles, variables: [satisfaction, tone] } }
      - { type: development-chart, config: { id: trend, variables: [satisfaction], periods: [months] } }
      - { type: text-analytics, config: { id: voices, size: 4, questions: [comment] } }
  - extname: ranking
    kind: rankings
    components: [{ type: ranking-table, config: { id: units, sortBy: satisfaction, columns: [satisfaction, n] } }]
`

/** Measures requests of an idle server and while comments are judged; `share` of the promised comments, to try it quickly. */
export async function measureCommentsMeanwhile(server: MeasuredServer, share: number): Promise<void> {
  const { deps } = server
  const comments = Math.round(promised.comments * share)
  const { universeId, surveyId } = await makeSurvey(server, comments)
  const ask = await server.asker(universeId)
  let run = 0
  const timed = async (): Promise<number> => {
    const component = ['tiles', 'trend', 'units', 'voices'][run % 4]
    // Some places are asked for again, others not.
    const place = run % 3 === 0 ? 'root' : `region=region${run % promised.regions}`
    run++
    const began = performance.now()
    await ask(`/rest/widgets/data/${extName}/${component}/${place}`)
    await wait(pause)
    return performance.now() - began - pause
  }
  for (let warmUp = 0; warmUp < 40; warmUp++) await timed()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const measure = async (isOver: () => boolean) => {
    const times: number[] = []
    delay.reset()
    delay.enable()
    while (!isOver()) times.push(await timed())
    delay.disable()
    return { ...spreadOf(times), stretch: delay.percentile(99) / 1e6 }
  }
  const end = performance.now() + idleTime
  const idle = await measure(() => performance.now() > end)
  let judged = 0
  let isDone = false
  const began = performance.now()
  const ending = AbortSignal.timeout(longest)
  const judging = judgeComments(programContext(deps, 'bench'), surveyId, ending, (done) => (judged = done))
    .catch((error: unknown) => {
      if (!ending.aborted) throw error
    })
    .finally(() => (isDone = true))
  const busy = await measure(() => isDone)
  await judging
  const took = performance.now() - began
  console.log(
    `\ndashboards while ${judged} of ${comments} comments are judged in ${seconds(took)}\nidle p50 ${ms(idle.p50)} p95 ${ms(idle.p95)} ms (${idle.runs}; loop p99 ${ms(idle.stretch)})  meanwhile p50 ${ms(busy.p50)} p95 ${ms(busy.p95)} ms (${busy.runs}; loop p99 ${ms(busy.stretch)})  ${ratio(busy.p95, idle.p95)} x   ${verdict(busy.p95 <= goal * idle.p95)}`,
  )
}

async function makeSurvey(
  { deps }: MeasuredServer,
  comments: number,
): Promise<{ universeId: number; surveyId: number }> {
  const questions = [
    { variable: 'rating', type: 'scale', scale: [1, 5] },
    { variable: 'comment', type: 'text' },
  ] as const
  const survey = await makeListedSurvey(deps, { extName, configuration, questions }, promised)
  const texts = labelledComments('en').map(({ text }) => text)
  await deps.pool.query(
    `insert into response (survey_id, state, event_date, completed_at, unit_ids, contact, answers)
     select $1, 0, '2025-01-01'::date + (hashint4(n) & 65535) % 700, now(), array[($3::int[])[1 + n % $4::int]], '{}',
            jsonb_build_object('region', 'region' || (n % $4::int) % $5::int, 'store', 'store' || n % $4::int,
              'rating', 1 + n % 5, 'comment',
              ($6::text[])[1 + n % 200] || ' ' || ($6::text[])[1 + (n / 7) % 200] || ' ' || ($6::text[])[1 + (n / 31) % 200])
       from generate_series(1, $2::int) n`,
    [survey.surveyId, comments, survey.unitIds, promised.units, promised.regions, texts],
  )
  await write(programContext(deps, 'bench'), (tx) => tx.surveyChanged(survey.surveyId))
  await deps.pool.query('vacuum analyze response')
  await deps.analytics.feed.catchUp()
  return survey
}
