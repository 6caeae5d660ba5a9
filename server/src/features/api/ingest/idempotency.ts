import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { idempotencyHeader } from '@gensvar/contract/api-responses'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'

/** A request that is stored once, however often it is sent. */
export interface NamedRequest {
  apiKeyId: number
  keyHash: string
  bodyHash: string
  /** What its answer is encrypted with, which is stored nowhere. */
  secret: Buffer
}

/** Printable characters, which a header can carry as they are. */
const pattern = /^[\x21-\x7e]{1,200}$/

/** The name of a request by its header; null without one. Throws `validation` for one that is no name. */
export function requestNameOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header === 'string' && pattern.test(header)) return header
  const words = say`Write 1 to 200 characters from ! to ~, without spaces.`
  throw new AppError('validation', say`${idempotencyHeader}: ${words}`, { [idempotencyHeader]: words })
}

/** A hash of a body that can be told from others only by whoever knows the request's name. */
export class BodyHash {
  private readonly hash
  private readonly apiKeyId: number
  private readonly name: string

  constructor(apiKeyId: number, name: string) {
    this.apiKeyId = apiKeyId
    this.name = name
    this.hash = createHmac('sha256', name)
  }

  /** Adds a part of the body. */
  add(part: Buffer | string): this {
    this.hash.update(part)
    return this
  }

  /** The request with this body. */
  request(): NamedRequest {
    const keyHash = createHash('sha256').update(`${this.apiKeyId} ${this.name}`).digest('hex')
    const secret = createHash('sha256').update(`answer ${this.apiKeyId} ${this.name}`).digest()
    return { apiKeyId: this.apiKeyId, keyHash, bodyHash: this.hash.digest('hex'), secret }
  }
}

/** The error for a name that was used with another body. */
export function usedOtherwise(): AppError {
  const words = say`This key was used for another request. Give each request a key of its own.`
  return new AppError('conflict', words, { [idempotencyHeader]: words })
}

const cipher = 'aes-256-gcm'
const lengths = { iv: 12, tag: 16 }

/** An answer that only whoever knows the request's name can read. */
export function sealed({ secret }: NamedRequest, answer: unknown): Buffer {
  const iv = randomBytes(lengths.iv)
  const sealing = createCipheriv(cipher, secret, iv)
  const text = [sealing.update(deflateRawSync(JSON.stringify(answer))), sealing.final()]
  return Buffer.concat([iv, sealing.getAuthTag(), ...text])
}

/** The answer that was sealed. */
export function unsealed({ secret }: NamedRequest, answer: Buffer): unknown {
  const { iv, tag } = lengths
  const opening = createDecipheriv(cipher, secret, answer.subarray(0, iv))
  opening.setAuthTag(answer.subarray(iv, iv + tag))
  const text = Buffer.concat([opening.update(answer.subarray(iv + tag)), opening.final()])
  return JSON.parse(inflateRawSync(text).toString())
}
