// How fast dashboards answer while very many comments of another survey are judged on the same server.
import { programContext } from '../../server/src/domain/context.ts'
import { judgeComments, surveysToJudge } from '../../server/src/domain/comments/judge-comments.ts'
import { haveCommentsJudged } from '../../server/src/domain/comments/note-comments.ts'
import { commentsTask } from '../../server/src/domain/comments/comments-task.ts'
import { TaskEngine } from '../../server/src/domain/tasks/engine.ts'
import { write } from '../../server/src/domain/write.ts'
import { openDashboards, printMeanwhile } from './demo-dashboards.ts'
import { makeListedSurvey } from './listed-survey.ts'
import { MeasuredServer } from './measured-server.ts'

/** Comments that are judged, and the places they are spread over. */
const promised = { comments: 100_000, places: { units: 100, regions: 10 } }
/** How many times its idle value the p95 of dashboards may be. */
const goal = 1.2

const extName = 'comments'
const configuration = `
interview: { open: [comment] }
pages:
  - extname: start
    components:
      - { type: feedback-overview, config: { id: feedback, size: 12, questions: [comment] } }
`

/** Measures with `share` of the promised comments; `texts` is what people wrote, each used again and again with other words behind it. */
export async function measureMeanwhile(folder: string, texts: readonly string[], share: number): Promise<void> {
  const server = await MeasuredServer.open(folder)
  try {
    const dashboards = await openDashboards(server)
    await judgeAll(server)
    const comments = Math.round(promised.comments * share)
    const survey = await makeSurvey(server, texts, comments)
    console.log(`\ndashboards while ${comments} comments are judged; goal p95 ${goal} x idle`)
    const idle = await dashboards.alone()
    const engine = new TaskEngine(server.deps, [commentsTask])
    const left = async (): Promise<number> => {
      const statement = 'select count(*)::int as n from comment_judgement where survey_id = $1'
      const { rows } = await server.deps.pool.query<{ n: number }>(statement, [survey.id])
      return comments - (rows[0]?.n ?? 0)
    }
    engine.start()
    const began = performance.now()
    await write(programContext(server.deps, 'bench'), (tx) => haveCommentsJudged(tx, survey))
    let isOver = false
    const looking = setInterval(() => void left().then((n) => (isOver = n === 0)), 1000)
    const busy = await dashboards.meanwhile(() => isOver)
    clearInterval(looking)
    const perSecond = Math.round((1000 * (comments - (await left()))) / (performance.now() - began))
    await engine.stop()
    printMeanwhile(idle, busy, goal)
    console.log(`${perSecond} comments a second were judged and stored meanwhile`)
  } finally {
    await server.close()
  }
}

/** Judges the comments that the demo begins with: they are not what is measured. */
async function judgeAll({ deps }: MeasuredServer): Promise<void> {
  const ctx = programContext(deps, 'bench')
  const { signal } = new AbortController()
  for (const surveyId of await surveysToJudge(ctx)) await judgeComments(ctx, surveyId, signal, () => undefined)
  await deps.analytics.feed.catchUp()
}

async function makeSurvey({ deps }: MeasuredServer, texts: readonly string[], comments: number) {
  const { universeId, surveyId, unitIds } = await makeListedSurvey(
    deps,
    { extName, configuration, questions: [{ variable: 'comment', type: 'text' }] },
    promised.places,
  )
  const { units, regions } = promised.places
  await deps.pool.query(
    `insert into response (survey_id, state, event_date, unit_ids, contact, answers)
     select $1, 0, '2024-01-01'::date + n % 700, array[($3::int[])[1 + n % $4::int]], '{}',
            jsonb_build_object('region', 'region' || (n % $4::int) % $5::int, 'store', 'store' || n % $4::int,
              'comment', ($6::text[])[1 + n % cardinality($6::text[])] || ' ' || md5(n::text))
       from generate_series(1, $2::int) n`,
    [surveyId, comments, unitIds, units, regions, texts],
  )
  await write(programContext(deps, 'bench'), (tx) => tx.surveyChanged(surveyId))
  await deps.pool.query('vacuum analyze response')
  await deps.analytics.feed.catchUp()
  return { id: surveyId, universeId }
}
