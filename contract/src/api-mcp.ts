import { z } from 'zod'
import { defineRoute } from './define-route.ts'

/** Where clients of the Model Context Protocol call. */
export const mcpPath = '/api/v1/mcp'

/** The Model Context Protocol over HTTP: a message of JSON-RPC in, its answer out. It keeps no session. */
export const callMcp = defineRoute({
  id: 'callMcp',
  summary: 'Model Context Protocol',
  method: 'POST',
  path: mcpPath,
  permission: 'api-key',
  params: z.object({}),
  query: z.object({}),
  body: z.looseObject({
    jsonrpc: z.literal('2.0'),
    method: z
      .string()
      .max(200)
      .describe('Such as `tools/list`, or `tools/call` with the name and arguments of a tool.'),
  }),
  response: z.unknown(),
})
