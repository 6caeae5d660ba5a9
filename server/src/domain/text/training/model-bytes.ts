import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { featureSlots } from './features.ts'
import type { LogisticModel } from './logistic.ts'

/** Names what was learnt: the same weights have the same name. */
export function modelName({ weights, bias }: LogisticModel): string {
  const hash = createHash('sha256').update(bytesOf(weights)).update(String(bias))
  return hash.digest('hex').slice(0, 8)
}

/** The weights as they are stored. */
export function packWeights({ weights }: LogisticModel): Promise<Buffer> {
  return promisify(deflate)(bytesOf(weights))
}

/** The stored weights. Throws where they are not those of this version's features. */
export async function unpackWeights(packed: Buffer): Promise<Float32Array> {
  const bytes = await promisify(inflate)(packed, { maxOutputLength: 4 * featureSlots })
  const weights = new Float32Array(Uint8Array.from(bytes).buffer)
  if (weights.length !== featureSlots) throw new Error(`${weights.length} weights are stored, not ${featureSlots}`)
  return weights
}

function bytesOf(weights: Float32Array): Uint8Array {
  return new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength)
}
