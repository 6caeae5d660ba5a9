import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { callMcp, mcpPath } from '@gensvar/contract/api-mcp'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parsePart } from '#server/platform/http.ts'
import { implementKey } from '#server/domain/keys/implement-key.ts'
import type { KeyCtx } from '#server/domain/keys/implement-key.ts'
import { mcpServer } from './tools.ts'

/**
 * Serves the Model Context Protocol (streamable HTTP, without sessions): each request is answered by a server of its own, so
 * that every process answers each.
 */
export function mcpRoutes(app: FastifyInstance): void {
  implementKey(app, callMcp, (ctx, { request, reply }) => answerMessage(ctx, request, reply))
  // Nothing is sent but answers, and there is no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: mcpPath,
    handler: async (_request, reply) => reply.code(405).header('allow', 'POST').send(),
  })
}

async function answerMessage(ctx: KeyCtx, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  // One message: a list of them would count as one request.
  const message = parsePart(callMcp.body, request.body ?? undefined, 'body')
  const failures: unknown[] = []
  const server = mcpServer(ctx, (error) => failures.push(error))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && passed.has(name) ? [[name, value]] : [],
    )
    const asked = new Request(`http://localhost${mcpPath}`, { method: 'POST', headers })
    const answer = await transport.handleRequest(asked, { parsedBody: message })
    const text = await answer.text()
    // Answered, logged and listed as every other failure.
    if (failures.length > 0) throw failures[0]
    reply.code(answer.status)
    for (const name of ['content-type', 'allow']) {
      const value = answer.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    await reply.send(text)
    return undefined
  } finally {
    await server.close()
  }
}

/** Headers that the protocol reads. */
const passed: ReadonlySet<string> = new Set(['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id'])
