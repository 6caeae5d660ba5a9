import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a language model was asked. */
export interface AskedModel {
  path: string
  authorization: string | undefined
  model: string
  task: string
  input: { comments?: { id: number; text: string }[]; categories?: { id: string }[]; [name: string]: unknown }
}

/** Answers what it was asked: the content of the completion, or how it fails. */
type Behaviour = (asked: AskedModel) => unknown

/** A real HTTP server with an API like OpenAI's. */
export class ModelServer {
  asked: AskedModel[] = []
  /** A text is sent as it is, anything else as JSON. `silent` ends the connection, `slow` never answers, a number is a status. */
  answers: Behaviour = () => ({ comments: [] })
  port = 0
  private readonly server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const { model, messages } = JSON.parse(body)
      const asked: AskedModel = {
        ...{ path: request.url ?? '', authorization: request.headers.authorization, model },
        ...{ task: messages[0].content, input: JSON.parse(messages[1].content) },
      }
      this.asked.push(asked)
      send(response, this.answers(asked))
    })
  })

  /** Opens it; the caller closes it. */
  static async open(): Promise<ModelServer> {
    const opened = new ModelServer()
    await new Promise<void>((resolve) => opened.server.listen(0, '127.0.0.1', resolve))
    opened.port = (opened.server.address() as AddressInfo).port
    return opened
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

function send(response: ServerResponse, answer: unknown): void {
  if (answer === 'slow') return
  if (answer === 'silent') response.destroy()
  else if (typeof answer === 'number') response.writeHead(answer).end('{"error":"no"}')
  else {
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }))
  }
}
