// How soon a webhook is told of a completed response, alone and while 10,000 messages wait for an address that never answers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { insertQuestions } from '../../../server/src/domain/build/questions.ts'
import { insertSurvey } from '../../../server/src/domain/build/survey.ts'
import { insertUniverse } from '../../../server/src/domain/build/universe.ts'
import { programContext } from '../../../server/src/domain/context.ts'
import { addCompleted } from '../../../server/src/domain/samples/complete-sample.ts'
import { loadSurveyModelById } from '../../../server/src/domain/survey/load-survey-model.ts'
import { TaskEngine } from '../../../server/src/domain/tasks/engine.ts'
import { newWebhookSecret } from '../../../server/src/domain/webhooks/sign.ts'
import { webhooksTask } from '../../../server/src/domain/webhooks/webhooks-task.ts'
import { write } from '../../../server/src/domain/write.ts'
import { serverSettingsKey } from '../../../server/src/platform/server-settings.ts'
import { spreadOf } from '../measure.ts'
import type { MeasuredServer } from '../measured-server.ts'
import { ms, verdict } from '../printing.ts'

/** The longest that 95 of 100 may take from the commit to the other side, in ms, and messages to the dead address. */
const promised = { p95: 500, dead: 10_000 }
const runs = 100

/** Measures both. */
export async function measureWebhooks({ deps: given }: MeasuredServer): Promise<void> {
  const deps = { ...given, config: { ...given.config, privateWebhooks: true } }
  const { db } = deps
  const waiting = new Map<number, (at: number) => void>()
  let asked = 0
  const server = createServer((request, response) => {
    // Never answers.
    if (request.url === '/dead') return void asked++
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      waiting.get(JSON.parse(body).data.response.id)?.(performance.now())
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  const value = JSON.stringify({ egress: { allow: [host] } })
  await db.insertInto('setting').values({ key: serverSettingsKey, value }).execute()
  const universeId = await insertUniverse(db, { name: 'webhooks' })
  const surveyId = await write(programContext(deps, 'bench'), async (tx) => {
    const id = await insertSurvey(tx.db, universeId, { extName: 'webhooks' })
    await insertQuestions(tx.db, id, [{ variable: 'rating', type: 'scale', scale: [0, 10] }])
    return id
  })
  const hook = (path: string) =>
    db
      .insertInto('webhook')
      .values({
        ...{ universe_id: universeId, title: path, url: `http://${host}${path}`, events: ['response'] },
        secret: newWebhookSecret(),
      })
      .execute()
  const model = await loadSurveyModelById(deps, surveyId)
  const drafts = (count: number) =>
    Array.from({ length: count }, () => ({
      ...{ answers: { rating: 7 }, contact: {}, eventDate: '2026-01-05', unitIds: [] },
    }))
  const add = (count: number) => write(programContext(deps, 'bench'), (tx) => addCompleted(tx, model, drafts(count)))
  const told = async (): Promise<number> => {
    const received = Promise.withResolvers<number>()
    const [id = 0] = await add(1)
    const began = performance.now()
    waiting.set(id, received.resolve)
    return (await received.promise) - began
  }
  const engine = new TaskEngine(deps, [webhooksTask])
  engine.start()
  const measure = async (words: string): Promise<void> => {
    const times: number[] = []
    for (let run = 0; run < runs; run++) times.push(await told())
    const { p50, p95 } = spreadOf(times)
    console.log(
      `${words}: p50 ${ms(p50)} ms  p95 ${ms(p95)} ms  goal ${promised.p95} ms   ${verdict(p95 <= promised.p95)}`,
    )
  }
  try {
    await hook('/alive')
    await measure('completed response to a webhook')
    await hook('/dead')
    await db.updateTable('webhook').set({ state: 'PAUSED', cause: 'asked' }).where('title', '=', '/alive').execute()
    await add(promised.dead)
    await db.updateTable('webhook').set({ state: 'ACTIVE', cause: null }).where('title', '=', '/alive').execute()
    await measure(`the same while ${promised.dead} messages wait for an address that never answers`)
    console.log(`calls of that address meanwhile: ${asked}`)
  } finally {
    server.closeAllConnections()
    await engine.stop()
    server.close()
  }
}
