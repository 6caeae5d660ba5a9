import { createHmac, randomBytes } from 'node:crypto'

/** A new secret of a webhook. */
export function newWebhookSecret(): Buffer {
  return randomBytes(32)
}

/** A secret as people copy it: as the convention "Standard Webhooks" writes it. */
export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`
}

/** What is signed: a message with its name, at the moment it is sent. */
export interface SignedMessage {
  name: string
  body: string
  at: Date
}

/**
 * Headers by which the receiver knows who sent a message, that it is whole, and when it was sent, as the convention
 * "Standard Webhooks" has them. With several secrets it is signed with each, and one that fits is enough.
 */
export function signedHeaders({ name, body, at }: SignedMessage, secrets: readonly Buffer[]): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${name}.${seconds}.${body}`).digest('base64')
    return `v1,${digest}`
  })
  return { 'webhook-id': name, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
