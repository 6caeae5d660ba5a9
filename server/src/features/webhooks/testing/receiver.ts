import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deps } from '#server/domain/context.ts'
import { programContext } from '#server/domain/context.ts'
import { addCompleted } from '#server/domain/samples/complete-sample.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { write } from '#server/domain/write.ts'

/** A message as the other side got it. */
export interface Received {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
  json: { type: string; data: Record<string, never> & { response?: { answers: object; place: object[] } } }
}

/** What the other side answers by path; 200 for any other. */
const answers: Readonly<Record<string, number>> = { '/fails': 500, '/moved': 302, '/gone': 410, '/closed': 503 }

/** The other side: a real HTTP server that keeps what it gets. */
export class Receiver {
  received: Received[] = []
  port = 0
  private readonly server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const path = request.url ?? ''
      this.received.push({ path, headers: request.headers, body, json: JSON.parse(body) })
      const headers = path === '/closed' ? { 'retry-after': '90' } : { location: '/secret' }
      response.writeHead(answers[path] ?? 200, headers).end(`thanks\n${'x'.repeat(10_000)}`)
    })
  })

  /** Opens it; the caller closes it. */
  static async open(): Promise<Receiver> {
    const receiver = new Receiver()
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve))
    receiver.port = (receiver.server.address() as AddressInfo).port
    return receiver
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

/** Adds a completed response of Stockholm, with a contact; returns its id. */
export async function addAnswer(
  deps: Deps,
  { surveyId }: { surveyId: number },
  given: Record<string, number | string> = {},
): Promise<number> {
  const model = await loadSurveyModelById(deps, surveyId)
  const unit = (await loadUnitTree(deps, model)).find(model.views[0]?.id ?? 0, ['Sweden', 'Stockholm'])
  const draft = {
    answers: { country: 'Sweden', store: 'Stockholm', rating: 4, channel: 'web', ...given },
    contact: { email: 'kim@example.org' },
    eventDate: '2026-02-09',
    unitIds: unit ? [unit.id] : [],
  }
  const [id = 0] = await write(programContext(deps, 'test'), (tx) => addCompleted(tx, model, [draft]))
  return id
}
