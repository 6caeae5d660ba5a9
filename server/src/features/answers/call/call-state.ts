import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { StoredCallState } from '#server/platform/db-campaign-types.ts'

/** Where a call is. */
export type CallState = StoredCallState

/** Where every call begins. */
export const firstState: CallState = {
  ...{ step: 0, entered: {}, passed: [], recorded: [], misses: 0, consent: false, end: null },
}

const schema = z.object({
  step: z.int(),
  entered: z.record(z.string(), z.array(z.string())),
  passed: z.array(z.string()),
  recorded: z.array(z.string()),
  misses: z.int(),
  consent: z.boolean(),
  end: z.enum(['missed', 'refused']).nullable(),
})

/** Largest state that is read, in bytes. */
const largest = 100_000

/**
 * The state of a call of an anonymous survey, which the provider carries from question to question: nothing of it is stored
 * here, nobody can read it, and it is worth nothing in the call of somebody else.
 */
export function sealState(secret: Buffer, recipientId: number, state: CallState): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(String(recipientId)))
  const content = Buffer.concat([cipher.update(deflateRawSync(JSON.stringify(state))), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
}

/** Reads such a state; null for what was not sealed for this call. */
export function openState(secret: Buffer, recipientId: number, sealed: string): CallState | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < 28) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12))
      .setAAD(Buffer.from(String(recipientId)))
      .setAuthTag(bytes.subarray(12, 28))
    const content = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
    return schema.parse(JSON.parse(inflateRawSync(content, { maxOutputLength: largest }).toString('utf8')))
  } catch {
    // Whatever is wrong with it: it was not sealed here.
    return null
  }
}

function keyOf(secret: Buffer): Buffer {
  return createHash('sha256').update('call state\0').update(secret).digest()
}
