import { setTimeout as sleep } from 'node:timers/promises'
import { insertRole, insertSurveyRights } from '../../server/src/domain/build/role.ts'
import { insertMembership, insertUser } from '../../server/src/domain/build/user.ts'
import { addressSecret } from '../../server/src/domain/campaigns/rules/address-secret.ts'
import { linksOf } from '../../server/src/domain/campaigns/tracking/links.ts'
import { addResponses, makeSurvey } from '../../server/src/testing/survey-data.ts'
import { spreadOf } from './measure.ts'
import type { MeasuredServer } from './measured-server.ts'
import { ms, verdict } from './printing.ts'

/** Longest time from an answer's confirmation until it is seen, in ms. */
const goal = 2000
/** Answers of the whole measurement, one at a time, and the fewest of a share. */
const sizes = { all: 40, least: 3 }
/** Pause between two looks, in ms. */
const look = 10
/** When something that is waited for is taken to never come, in ms. */
const giveUp = 30_000

const owner = 'live-owner'
const day = '2026-03-05'
const body = new URLSearchParams({ 'q.rating': '1', go: 'send' }).toString()

/**
 * Measures how soon an answer that raises an alert is seen after it was confirmed: in the figure of a tile, in the list of
 * alerts, and as the event by which open windows of the alert's owner fetch what they show again.
 */
export async function measureLive(server: MeasuredServer, share: number): Promise<void> {
  const count = Math.max(sizes.least, Math.round(sizes.all * share))
  const { universeId, extName, paths } = await makeAsked(server, count)
  const port = await server.listen()
  const ask = await server.asker(universeId, owner)
  const figure = async (): Promise<number> => {
    const told = JSON.parse(await ask(`/rest/widgets/data/${extName}/head/root`)) as {
      variables: { nInterviews: number }[]
    }
    return told.variables[0]?.nInterviews ?? 0
  }
  const alerts = async (): Promise<number> => {
    const told = JSON.parse(await ask(`/rest/alerts/list/${extName}/root?rowFrom=0&rowTo=1`)) as { total: number }
    return told.total
  }
  const events = await followEvents(server, universeId)
  const times: Record<string, number[]> = { figure: [], 'list of alerts': [], event: [] }
  for (const [before, path] of paths.entries()) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method: 'POST', body, redirect: 'manual' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}`)
    const confirmed = performance.now()
    const seen = async (name: string, number: () => Promise<number> | number): Promise<void> => {
      while ((await number()) <= before) {
        if (performance.now() - confirmed > giveUp) throw new Error(`An answer is not seen: ${name}`)
        await sleep(look)
      }
      times[name]?.push(performance.now() - confirmed)
    }
    await Promise.all([seen('figure', figure), seen('list of alerts', alerts), seen('event', () => events.notices())])
  }
  events.stop()
  for (const [name, of] of Object.entries(times)) {
    const { p50, p95 } = spreadOf(of)
    console.log(
      `from the answer to the ${name}: p50 ${ms(p50)} ms, p95 ${ms(p95)} ms over ${of.length}; goal ${goal} ms   ${verdict(p95 <= goal)}`,
    )
  }
}

/** A survey with a tile, a rule of alerts that each answer meets, their owner, and people who were invited. */
async function makeAsked(
  { deps }: MeasuredServer,
  samples: number,
): Promise<{ universeId: number; extName: string; paths: string[] }> {
  const { universeId, surveyId, extName } = await makeSurvey(deps.db, {
    questions: { rating: { type: 'scale', min: 1, max: 5 } },
    config: `indicators: { answers: { title: Answers, expression: count() } }
alerts: [{ extname: low, title: Low, when: rating < 3, defaultOwner: ${owner} }]
questionnaire: { questions: [rating] }
pages: [{ extname: overview, components: [{ type: variable-block, config: { id: head, variables: [answers] } }] }]
`,
  })
  const roleId = await insertRole(deps.db, universeId, { name: 'live' })
  await insertSurveyRights(deps.db, { roleId, surveyId }, { canHandleAlerts: true })
  const userId = await insertUser(deps.db, { username: owner })
  await insertMembership(deps.db, { userId, universeId, roleId })
  const invited = Array.from({ length: samples }, () => ({ date: day, state: 2, answers: {} }))
  const responseIds = await addResponses(deps.db, surveyId, invited)
  await deps.analytics.feed.catchUp()
  const secret = await addressSecret(deps.db, universeId)
  const paths = responseIds.map((responseId) => linksOf(secret, universeId, { recipientId: 0, responseId }, '').survey)
  return { universeId, extName, paths }
}

/** Follows the stream that open windows of the owner follow; `notices` is how many new alerts it has told of. */
async function followEvents(
  server: MeasuredServer,
  universeId: number,
): Promise<{ notices: () => number; stop: () => void }> {
  const { port, path, authorization } = await server.stream(universeId, owner, '/rest/notices/stream')
  const ending = new AbortController()
  const { body: stream } = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ headers: { authorization }, signal: ending.signal },
  })
  if (!stream) throw new Error('The stream of notices has no events')
  let text = ''
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const part of stream) {
      text += decoder.decode(part, { stream: true })
      if (text.includes('event: unread')) resolve()
    }
  }
  read().catch(() => undefined)
  await begun
  return { notices: () => text.split('event: notice\n').length - 1, stop: () => ending.abort() }
}
