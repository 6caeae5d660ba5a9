import type { Deps } from '#server/domain/context.ts'
import type { BounceSettings } from '#server/platform/mail-settings.ts'
import { startInbound } from '#server/platform/mail/inbound.ts'
import type { InboundServer } from '#server/platform/mail/inbound.ts'
import { readTokenOf } from '../read-link.ts'
import { verpToken } from '../verp.ts'
import { readReport } from './read-report.ts'
import { takeReport } from './take-report.ts'

/** Listens for reports of messages, at the addresses that messages are sent from and at no others. */
export function startBounceServer(
  deps: Deps,
  { domain, ...where }: Pick<BounceSettings, 'host' | 'port' | 'domain'>,
): Promise<InboundServer> {
  const recipientOf = async (address: string) => {
    const token = verpToken(address, domain)
    const link = token && (await readTokenOf(deps.db, 'bounce', token))
    const [recipientId] = link?.numbers ?? []
    return link && recipientId !== undefined ? { universeId: link.universeId, recipientId } : null
  }
  return startInbound(where, {
    isKnown: async (address) => (await recipientOf(address)) !== null,
    take: async (address, message) => {
      const recipient = await recipientOf(address)
      if (!recipient) return
      await takeReport(deps, recipient, readReport(message)).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'a report of a message could not be stored; its sender is told to try again')
        throw error
      })
    },
  })
}
