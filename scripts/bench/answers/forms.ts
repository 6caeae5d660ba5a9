// What the measurements of submitted forms share: the survey, its links, and who sends them.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { addressSecret } from '../../../server/src/domain/campaigns/rules/address-secret.ts'
import { linksOf } from '../../../server/src/domain/campaigns/tracking/links.ts'
import { addResponses, makeSurvey } from '../../../server/src/testing/survey-data.ts'
import type { MadeSurvey } from '../../../server/src/testing/survey-data.ts'
import type { ClientResult, ClientWork } from '../answers-client.ts'
import type { MeasuredServer } from '../measured-server.ts'

/** Over how many connections forms are sent. */
export const connections = 64

/** What everybody answers. */
export const form = new URLSearchParams(
  [
    ...[['q.rating', '4'] as const, ['q.recommend', '9'] as const, ['q.liked', 'price'] as const],
    ...[['q.channel', 'web'] as const, ['q.comment', 'Quick and friendly, but the queue was long.'] as const],
    ['go', 'send'] as const,
  ].map(([name, value]): [string, string] => [name, value]),
).toString()

/** A survey of five questions with a hundred places, and people at these who were invited to it. */
export async function makeAsked(
  { deps }: MeasuredServer,
  samples: number,
  { date, config }: { date: string; config: string },
): Promise<MadeSurvey> {
  const survey = await makeSurvey(deps.db, {
    questions: {
      store: { type: 'single', choices: Array.from({ length: 100 }, (_, at) => `store${at}`) },
      rating: { type: 'scale', min: 1, max: 5 },
      recommend: { type: 'scale', min: 0, max: 10 },
      liked: { type: 'multiple', choices: ['price', 'staff', 'place'] },
      channel: { type: 'single', choices: ['web', 'till'] },
      comment: { type: 'text' },
    },
    views: { stores: ['store'] },
    config: `${config}
questionnaire:
  questions: [{ question: rating, required: true }, recommend, { question: liked, showIf: rating >= 4 }, channel, comment]
`,
    rows: Array.from({ length: 100 }, (_, at) => ({ date, answers: { store: `store${at}`, rating: 4 } })),
  })
  const responseIds = await addResponses(
    deps.db,
    survey.surveyId,
    Array.from({ length: samples }, (_, at) => ({
      ...{ date, state: 2 },
      answers: { store: `store${at % 100}` },
    })),
  )
  await deps.pool.query('analyze response')
  return { ...survey, responseIds }
}

/** Paths of the links of its people. */
export async function pathsOf({ deps }: MeasuredServer, { universeId, responseIds }: MadeSurvey): Promise<string[]> {
  const secret = await addressSecret(deps.db, universeId)
  return responseIds.map((responseId) => linksOf(secret, universeId, { recipientId: 0, responseId }, '').survey)
}

/** Sends the form to each path from a thread of its own. */
export function send(work: Pick<ClientWork, 'port' | 'paths' | 'rate'>): Promise<ClientResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../answers-client.ts', import.meta.url), {
      workerData: { ...work, body: form, connections } satisfies ClientWork,
    })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** Forms a second; throws unless all were taken. */
export function rateOf({ seconds, statuses, times }: ClientResult): number {
  if ((statuses[303] ?? 0) !== times.length) throw new Error(`Not all were taken: ${JSON.stringify(statuses)}`)
  return times.length / seconds
}

/** Sends as many forms to a bare server that does one thing for each and answers when it is done. */
export async function sendToBare(
  work: () => Promise<unknown>,
  sent: Pick<ClientWork, 'paths' | 'rate'>,
): Promise<ClientResult> {
  const bare = createServer((request, answer) => {
    request.resume().on('end', () => {
      void work().then(
        () => answer.writeHead(303, { location: '/' }).end(),
        () => answer.writeHead(500).end(),
      )
    })
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  try {
    return await send({ port: (bare.address() as AddressInfo).port, ...sent })
  } finally {
    bare.close()
  }
}
