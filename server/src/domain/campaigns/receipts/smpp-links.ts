import type { Deps } from '#server/domain/context.ts'
import { SmppLink } from '#server/platform/smpp/smpp-link.ts'
import type { SmppSettings } from '#server/platform/sms-settings.ts'
import { reportedName } from './part-name.ts'
import { ReceiptInbox } from './receipt-inbox.ts'

/** The link of this process to a message centre, with what takes its reports. */
interface Linked {
  link: SmppLink
  inbox: ReceiptInbox
}

const links = new WeakMap<SmppSettings, Linked>()

/** The one link of this process to the message centre of the settings; who uses it holds and releases it. */
export function smppLink(deps: Deps, settings: SmppSettings): SmppLink {
  return linked(deps, settings).link
}

/** Keeps the link for reports, which come long after a message was sent. Returns what ends that. */
export function keepSmppLink(deps: Deps): { close(): Promise<void> } | null {
  const { sms } = deps.config
  if (sms?.kind !== 'smpp') return null
  const { link, inbox } = linked(deps, sms)
  link.hold()
  return {
    async close() {
      await link.release()
      await inbox.close()
    },
  }
}

function linked(deps: Deps, settings: SmppSettings): Linked {
  const known = links.get(settings)
  if (known) return known
  const inbox = new ReceiptInbox(deps)
  const link = new SmppLink(settings, {
    log: deps.log,
    async onReceipt({ id, outcome, isHard, said }) {
      if (outcome === 'underWay') return
      await inbox.take({ name: reportedName(settings, id), outcome, isHard, said, at: deps.clock.now() })
    },
  })
  const made = { link, inbox }
  links.set(settings, made)
  return made
}
