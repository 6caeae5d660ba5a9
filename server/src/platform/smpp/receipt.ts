import { statuses, tags } from './pdu.ts'
import type { ShortMessage } from './pdu.ts'

/** What a message centre reports of a part that it had taken. */
export interface SmppReceipt {
  /** How it named the part when it took it. */
  id: string
  outcome: 'delivered' | 'failed' | 'underWay'
  /** Whether the number is none that messages reach. */
  isHard: boolean
  /** As reported, such as `UNDELIV 001`. */
  said: string
}

/** States of a message by their number; a receipt says the first seven letters of them in its text. */
const states: readonly (string | undefined)[] = [
  undefined,
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
]
const failed: ReadonlySet<string> = new Set(['EXPIRED', 'DELETED', 'UNDELIV', 'REJECTD'])
/** Reasons of the mobile network (GSM 09.02) by which the number is nobody's. */
const nobody: ReadonlySet<number> = new Set([1, 5, 9])
/** That the reason is one of a GSM network. */
const gsm = 3

/** The receipt that a message from the message centre is; null for one that somebody sent from a phone. */
export function readReceipt({ esmClass, message, options }: ShortMessage): SmppReceipt | null {
  const isReceipt = (esmClass & 0x3c) === 0x04
  const named = textOf(options.get(tags.receipted_message_id))
  if (!isReceipt && named === '') return null
  const text = message.toString('latin1')
  const id = named || (/\bid:\s*(\S{1,64})/i.exec(text)?.[1] ?? '')
  const state =
    states[options.get(tags.message_state)?.[0] ?? 0] ??
    (/\bstat:\s*([a-z]{1,12})/i.exec(text)?.[1] ?? '').toUpperCase()
  if (id === '' || state === '') return null
  const error = /\berr:\s*([0-9a-f]{1,8})\b/i.exec(text)?.[1] ?? ''
  const network = options.get(tags.network_error_code)
  const code = network?.length === 3 ? network.readUInt16BE(1) : null
  const isHard = state === 'UNDELIV' && (code === null ? /^0*1$/.test(error) : network?.[0] === gsm && nobody.has(code))
  return {
    id: id.slice(0, 64),
    outcome: state === 'DELIVRD' ? 'delivered' : failed.has(state) ? 'failed' : 'underWay',
    isHard,
    said: [state.slice(0, 12), code === null ? error : String(code)].filter((part) => !/^0*$/.test(part)).join(' '),
  }
}

/** The name of a status, such as ESME_RTHROTTLED, or its number. */
export function statusName(status: number): string {
  const found = Object.entries(statuses).find(([, code]) => code === status)
  return found?.[0] ?? `0x${status.toString(16).padStart(8, '0')}`
}

function textOf(value: Buffer | undefined): string {
  return value === undefined ? '' : value.toString('latin1').replace(/\0.*$/s, '').trim()
}
