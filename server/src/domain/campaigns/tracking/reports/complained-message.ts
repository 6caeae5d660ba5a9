import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { readMessageKey } from '../message-key.ts'
import { readLink, readTokenOf } from '../read-link.ts'
import { verpToken } from '../verp.ts'
import { contentOf, partsOf, readHeaders, readPart } from './mail-part.ts'

/** Which message a report is about. */
export interface ReportedMessage {
  universeId: number
  recipientId: number
}

/**
 * The message that a complaint (RFC 5965) is about, by what it brings of it: the address it was sent from, its Message-ID, or the
 * link that ends such messages. All are signed, so nobody complains in somebody else's name. Null for anything else.
 */
export async function complainedMessage(
  db: Kysely<Database>,
  message: Buffer,
  domain: string,
): Promise<ReportedMessage | null> {
  const parts = partsOf(readPart(message.toString('latin1')))
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  if (!feedback) return null
  const said = readHeaders(contentOf(feedback))
  const original = parts.find(({ type }) => originals.has(type))
  const headers = original ? readPart(contentOf(original).trimStart()).headers : new Map<string, string>()
  for (const from of [said.get('original-mail-from'), headers.get('return-path')]) {
    const token = verpToken((from ?? '').replace(/^<|>$/g, '').trim(), domain)
    const found = token && reported(await readTokenOf(db, 'bounce', token))
    if (found) return found
  }
  const named = await readMessageKey(db, headers.get('message-id') ?? '')
  if (named) return named
  const link = /\/u\/([\w-]+)/.exec((headers.get('list-unsubscribe') ?? '').replaceAll(' ', ''))?.[1]
  return link === undefined ? null : reported(await readLink(db, 'unsubscribe', link))
}

/** A message in a report, or its headers alone. */
const originals: ReadonlySet<string> = new Set(['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'])

function reported(link: { universeId: number; numbers: readonly number[] } | null): ReportedMessage | null {
  const [recipientId] = link?.numbers ?? []
  return link && recipientId !== undefined ? { universeId: link.universeId, recipientId } : null
}
