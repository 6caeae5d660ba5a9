import { randomInt } from 'node:crypto'
import { say } from '@gensvar/contract/say'
import { statuses } from '#server/platform/smpp/pdu.ts'
import type { SmppAddress } from '#server/platform/smpp/pdu.ts'
import { statusName } from '#server/platform/smpp/receipt.ts'
import type { Handed, SmppLink } from '#server/platform/smpp/smpp-link.ts'
import { encodeSms } from '#server/platform/smpp/sms-text.ts'
import type { SmsPart } from '#server/platform/smpp/sms-text.ts'
import type { Channel, Delivery, OutgoingMessage, PreparedMessage } from './channel.ts'
import { refusedSms } from './sms-message.ts'

/** Text messages through the message centre of an operator (SMPP 3.4), which reports whether they arrive. */
export class SmppChannel implements Channel {
  readonly lanes: number
  private readonly link: SmppLink
  private readonly nameOf: (id: string) => string
  private reference = randomInt(256)

  /** `window`: most messages at a time; `nameOf`: what a part is called that the operator gave an id. */
  constructor(link: SmppLink, { window, nameOf }: { window: number; nameOf: (id: string) => string }) {
    this.link = link
    this.lanes = window
    this.nameOf = nameOf
    link.hold()
  }

  async prepare(message: OutgoingMessage): Promise<PreparedMessage> {
    const refused = refusedSms(message)
    if (refused) return { send: async () => refused }
    this.reference = (this.reference + 1) & 255
    const parts = encodeSms(message.text, this.reference)
    const route = { from: senderAddress(message.sender.address), to: recipientAddress(message.to) }
    return { send: () => this.send(route, parts) }
  }

  close(): void {
    void this.link.release()
  }

  /** Hands over one part after the other: what follows one that is not taken would be of no use. */
  private async send(route: { from: SmppAddress; to: SmppAddress }, parts: readonly SmsPart[]): Promise<Delivery> {
    const taken: string[] = []
    for (const { hasHeader, bytes, dataCoding } of parts) {
      const handed = await this.link.submit({
        ...route,
        ...{ dataCoding, message: bytes, esmClass: hasHeader ? 0x40 : 0, registeredDelivery: 1, options: new Map() },
      })
      if (handed.outcome !== 'accepted') return deliveryOf(handed, taken.length, parts.length)
      taken.push(handed.id)
    }
    return { outcome: 'sent', parts: taken.flatMap((id) => (id === '' ? [] : this.nameOf(id))) }
  }
}

/** Statuses by which the operator may take the message later. */
const temporary: ReadonlySet<number> = new Set([statuses.ESME_RSYSERR, statuses.ESME_RX_T_APPN])
/** Statuses by which the number is none. */
const wrongNumber: ReadonlySet<number> = new Set([statuses.ESME_RINVDSTADR])

/** `taken`: how many of the parts had been taken before. */
function deliveryOf(handed: Exclude<Handed, { outcome: 'accepted' }>, taken: number, parts: number): Delivery {
  if (handed.outcome === 'unknown')
    return {
      outcome: 'unknown',
      reason: say`The link to the SMS operator was lost before it answered: whether it arrived is not known, and it is not sent again.`,
    }
  if (taken > 0)
    return {
      outcome: 'unknown',
      reason: say`The SMS operator took ${taken} of its ${parts} parts and then no more. It is not sent again.`,
    }
  if (handed.outcome === 'unreachable') return handed
  const { status } = handed
  return {
    outcome: 'refused',
    isTemporary: temporary.has(status),
    isAddress: wrongNumber.has(status),
    reason: wrongNumber.has(status)
      ? say`The SMS operator says that this is no phone number (${statusName(status)}).`
      : say`The SMS operator refused it (${statusName(status)}).`,
  }
}

/** A number with a plus is international, a short one the operator's own; anything else is a name. */
export function senderAddress(sender: string): SmppAddress {
  if (!/^\+?\d+$/.test(sender)) return { ton: 5, npi: 0, address: sender.trim() }
  return sender.length <= 6 ? { ton: 3, npi: 0, address: sender } : recipientAddress(sender)
}

function recipientAddress(number: string): SmppAddress {
  return { ton: number.startsWith('+') ? 1 : 0, npi: 1, address: number.replace('+', '') }
}
