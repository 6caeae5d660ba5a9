import type { Deps } from '#server/domain/context.ts'
import { bearer } from './factories.ts'
import { createKey, createKeyRow } from './key-rows.ts'
import type { World } from './route-walk-world.ts'

/** A call with a key, or of one. */
interface KeyCall {
  headers?: Record<string, string>
  body?: object
  given?: Record<string, string>
}

/** Calls of keys that need one made for them, as the test of all writes makes them at a moment. */
export function keyCalls(db: Deps['db'], world: World, now: Date): Record<string, () => Promise<KeyCall>> {
  const { survey, userIds } = world
  // Used just now, so that it is not noted again.
  const used = { type: 3, user_id: Number(userIds.administrator), last_used_at: now } as const
  const ofKey = async (): Promise<Record<string, string>> => bearer(await createKey(db, survey, used))
  return {
    async sendResponses() {
      return { headers: await ofKey(), body: { answers: { country: 'Norway', store: 'Oslo' } } }
    },
    async callMcp() {
      return {
        headers: { ...(await ofKey()), accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_surveys', arguments: {} } },
      }
    },
    async removeApiKey() {
      return { given: { keyId: String(await createKeyRow(db, survey)) } }
    },
  }
}
