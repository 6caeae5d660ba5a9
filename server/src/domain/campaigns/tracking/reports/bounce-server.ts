import type { Deps } from '#server/domain/context.ts'
import type { BounceSettings } from '#server/platform/mail-settings.ts'
import { startInbound } from '#server/platform/mail/inbound.ts'
import type { InboundServer } from '#server/platform/mail/inbound.ts'
import { readTokenOf } from '../read-link.ts'
import { findSubscriber } from '../subscriber-store.ts'
import { verpToken } from '../verp.ts'
import { complainedMessage } from './complained-message.ts'
import type { ReportedMessage } from './complained-message.ts'
import { readReport } from './read-report.ts'
import { takeReport } from './take-report.ts'

/**
 * Listens for reports of messages, at the addresses that messages are sent from, for complaints at `abuse@` of their domain as
 * well, and at no others.
 */
export function startBounceServer(
  deps: Deps,
  { domain, ...where }: Pick<BounceSettings, 'host' | 'port' | 'domain'>,
): Promise<InboundServer> {
  const isForComplaints = (address: string): boolean => address.toLowerCase() === `abuse@${domain.toLowerCase()}`
  const messageOf = async (address: string): Promise<ReportedMessage | null> => {
    const token = verpToken(address, domain)
    const link = token && (await readTokenOf(deps.db, 'bounce', token))
    const [recipientId] = link?.numbers ?? []
    return link && recipientId !== undefined ? { universeId: link.universeId, recipientId } : null
  }
  return startInbound(where, {
    isKnown: async (address) => isForComplaints(address) || (await messageOf(address)) !== null,
    take: async (address, mail) => {
      const message = await (isForComplaints(address) ? complainedMessage(deps.db, mail, domain) : messageOf(address))
      if (!message) return
      await readAndTake(deps, message, mail).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'a report of a message could not be stored; its sender is told to try again')
        throw error
      })
    },
  })
}

async function readAndTake(deps: Deps, message: ReportedMessage, mail: Buffer): Promise<void> {
  const subscriber = await findSubscriber(deps.db, message.universeId, message.recipientId)
  if (!subscriber) return
  const { address, copyTo } = subscriber
  await takeReport(deps, { ...message, by: 'mail' }, readReport(mail, copyTo === address ? null : copyTo))
}
