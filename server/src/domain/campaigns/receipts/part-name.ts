import type { PhoneSettings } from '#server/platform/phone-settings.ts'
import type { SmppSettings } from '#server/platform/sms-settings.ts'

type Account = Pick<SmppSettings, 'host' | 'port' | 'systemId' | 'hasDecimalReceipts'>

/** What a part is called: the account at the operator, and the operator's own name of the part as it was taken. */
export function partName(account: Account, id: string): string {
  return nameOf(account, account.hasDecimalReceipts && /^[0-9a-f]{1,32}$/i.test(id) ? String(BigInt(`0x${id}`)) : id)
}

/** What a report calls it. */
export function reportedName(account: Account, id: string): string {
  return nameOf(account, id)
}

/** Operators write zeros before a name, or small letters, in reports alone. */
function nameOf({ host, port, systemId }: Account, id: string): string {
  return `${systemId}@${host}:${port} ${id.toLowerCase().replace(/^0+(?=.)/, '')}`
}

/** What a phone call is called: the account at the provider, and the provider's own name of the call. */
export function callName({ url, account }: Pick<PhoneSettings, 'url' | 'account'>, sid: string): string {
  return `${account}@${new URL(url).host} ${sid}`
}
