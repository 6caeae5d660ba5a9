import type { Words } from '@gensvar/contract/say'
import { contentOf, partsOf, readHeaders, readPart } from './mail-part.ts'
import type { MailPart } from './mail-part.ts'

/** What a mail says that arrived at the address a message was sent from. */
export type MailReport =
  /** The message came back: for good where the address is wrong, else for now, or for a reason that is not known. */
  | Bounce
  /** Its reader says that it is spam. */
  | { kind: 'complaint'; feedback: string }
  /** Neither: that it is delayed or was delivered, an answer of somebody who is away, or anything else. */
  | { kind: 'none' }

/** That a message came back; `reason` is what lists tell of it, if anything. */
export interface Bounce {
  kind: 'bounce'
  isHard: boolean
  status: string
  diagnostic: string
  reason?: Words
}

/** Longest reason that is kept, in characters. */
const longest = 300
const none: MailReport = { kind: 'none' }

/**
 * Reads a delivery report (RFC 3464), a complaint (RFC 5965), or what mail servers write that know neither. What became of a
 * copy, at the address `copyTo`, says nothing of the message.
 */
export function readReport(message: Buffer, copyTo: string | null = null): MailReport {
  const mail = readPart(message.toString('latin1'))
  const parts = partsOf(mail)
  const feedback = parts.find(({ type }) => type === 'message/feedback-report')
  if (feedback) return readFeedback(feedback, copyTo)
  const status = parts.find(
    ({ type }) => type === 'message/delivery-status' || type === 'message/global-delivery-status',
  )
  if (status) return readDelivery(status, textOf(parts), copyTo)
  return isOldBounce(mail) ? { kind: 'bounce', isHard: false, status: '', diagnostic: oneLine(subjectOf(mail)) } : none
}

function readFeedback(part: MailPart, copyTo: string | null): MailReport {
  const fields = readHeaders(contentOf(part))
  if (isAddress(fields.get('original-rcpt-to'), copyTo)) return none
  const feedback = fields.get('feedback-type')?.toLowerCase() ?? ''
  // A mail that its reader took out of the spam folder is reported, too.
  return feedback === '' || feedback === 'not-spam' ? none : { kind: 'complaint', feedback: oneLine(feedback) }
}

/** Whether a field such as `rfc822; kim@example.org` names an address. */
function isAddress(field: string | undefined, address: string | null): boolean {
  if (field === undefined || address === null) return false
  const named = field.split(';').at(-1) ?? ''
  return named.replace(/[<>\s]/g, '').toLowerCase() === address.toLowerCase()
}

/** The gravest of what is said of the addresses; a report of ours has one, and that of a copy. */
function readDelivery(part: MailPart, text: string, copyTo: string | null): MailReport {
  const [, ...addresses] = contentOf(part)
    .trim()
    .split(/(?:\r?\n[ \t]*){2,}/, 50)
    .map(readHeaders)
  let found: MailReport = none
  for (const fields of addresses) {
    const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? ''
    const action = (fields.get('action') ?? (status.startsWith('5') ? 'failed' : '')).toLowerCase()
    if (!action.startsWith('failed')) continue
    if (isAddress(fields.get('original-recipient') ?? fields.get('final-recipient'), copyTo)) continue
    const diagnostic = oneLine(fields.get('diagnostic-code') ?? saidIn(text, fields.get('final-recipient')))
    const isHard = isForGood(status, diagnostic)
    if (found.kind === 'none' || isHard) found = { kind: 'bounce', isHard, status, diagnostic }
  }
  return found
}

/**
 * What the text for people says of an address, where the report has no reason of its own, as those of OpenSMTPD: the line with
 * the address and the answer of the next server.
 */
function saidIn(text: string, recipient = ''): string {
  const address = recipient.split(';').at(-1)?.trim().toLowerCase() ?? ''
  const lines = text.split(/\r?\n/, 500)
  return (
    lines.find((line) => /\b[45]\d\d[ -]/.test(line) && address !== '' && line.toLowerCase().includes(address)) ?? ''
  )
}

function textOf(parts: readonly MailPart[]): string {
  const part = parts.find(({ type }) => type === 'text/plain')
  return part ? contentOf(part) : ''
}

/** Codes (RFC 3463) by which an address is wrong, or its mailbox gone: sending to it again is pointless. */
const wrongAddress = /^5\.(?:1\.(?:[012346]|10)|2\.1)$/
/** Codes that say nothing of the reason. */
const unclear = /^5\.(?:0\.0|1\.\d+|2\.0|3\.0|4\.0|5\.0)$/
/** What mail servers write of an address that is wrong, and what of a message that they do not want. */
const unknownUser =
  /user (?:is )?(?:unknown|not found)|unknown (?:user|recipient|address|mailbox)|no such (?:user|recipient|address|mailbox|person)|(?:user|recipient|address|mailbox|account)[^.]{0,40}(?:does not|doesn't|not) exist|invalid (?:recipient|mailbox|address)|address rejected|mailbox (?:unavailable|not found|disabled)|account (?:has been )?(?:disabled|closed|deactivated)/i
const unwanted = /spam|blocked|blacklist|block ?list|denied|policy|reputation|rate limit|dmarc|spf|dkim|full|quota/i

function isForGood(told: string, diagnostic: string): boolean {
  // A server that says nothing of the reason may pass on the next one's code.
  const status = unclear.test(told) ? (/\b5\.\d{1,3}\.\d{1,3}\b/.exec(diagnostic)?.[0] ?? told) : told
  if (wrongAddress.test(status)) return !/full|quota/i.test(diagnostic)
  if (status !== '' && !unclear.test(status)) return false
  return /\b55[013]\b/.test(diagnostic) && unknownUser.test(diagnostic) && !unwanted.test(diagnostic)
}

/** Whether a mail that is no report says by its sender and its subject that a message came back. */
function isOldBounce(mail: MailPart): boolean {
  if (/^auto-(?:replied|generated)/i.test(mail.headers.get('auto-submitted') ?? '') && !isFromMailer(mail)) return false
  return (
    isFromMailer(mail) &&
    /undeliver|not delivered|could not be delivered|delivery (?:status|failure|has failed)|failure notice|failed delivery|returned (?:mail|to sender)|mail delivery failed/i.test(
      subjectOf(mail),
    )
  )
}

function isFromMailer({ headers }: MailPart): boolean {
  return /\b(?:mailer-daemon|postmaster|mail delivery (?:system|subsystem))\b/i.test(headers.get('from') ?? '')
}

function subjectOf({ headers }: MailPart): string {
  return headers.get('subject') ?? ''
}

/** One line of it, of signs that can be shown. */
function oneLine(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, longest)
}
