import { escapeHtml } from '#server/domain/messages/escape.ts'
import { signToken } from './tokens.ts'

/** Whom a message is for. In previews and tests both are 0: their links lead to pages that say so. */
export interface LinkRecipient {
  recipientId: number
  responseId: number
}

/** Addresses of a message to one recipient. */
export interface MessageLinks {
  /** Where they answer. */
  survey: string
  /** Whether they answer at the server's own page. */
  answersHere: boolean
  /** Where they end such messages: a page for people, and for mail programs by RFC 8058. */
  unsubscribe: string
  /** The picture that tells that the message was opened. */
  pixel: string
  /** The address that counts a click and leads to another one; `others` is the number of links of the whole message. */
  click(address: string, others: number): string
}

/**
 * Addresses of a message of a universe. `origin` is the address users open the server at, `answerUrl` the place a survey is
 * answered at elsewhere, with `{token}` for the recipient's own key.
 */
export function linksOf(
  secret: Buffer,
  universeId: number,
  { recipientId, responseId }: LinkRecipient,
  origin: string,
  answerUrl?: string,
): MessageLinks {
  const token = (purpose: 'click' | 'open' | 'unsubscribe' | 'answer', numbers: readonly number[], text = ''): string =>
    signToken(secret, purpose, universeId, { numbers, text }).toString('base64url')
  const answer = token('answer', [responseId])
  return {
    answersHere: answerUrl === undefined,
    survey: answerUrl === undefined ? `${origin}/answer/${answer}` : answerUrl.replaceAll('{token}', answer),
    unsubscribe: `${origin}/u/${token('unsubscribe', [recipientId])}`,
    pixel: `${origin}/o/${token('open', [recipientId])}`,
    click: (address, others) => `${origin}/c/${token('click', [recipientId, others], address)}`,
  }
}

/** Addresses of a text message, where each letter is paid for: the first counts a click and leads to the survey. */
export function shortLinksOf(
  secret: Buffer,
  universeId: number,
  { recipientId, responseId }: LinkRecipient,
  origin: string,
): Pick<MessageLinks, 'survey' | 'unsubscribe'> {
  const token = (purpose: 'visit' | 'stop', numbers: readonly number[]): string =>
    signToken(secret, purpose, universeId, { numbers, text: '' }).toString('base64url')
  return {
    survey: `${origin}/s/${token('visit', [recipientId, responseId])}`,
    unsubscribe: `${origin}/u/${token('stop', [recipientId])}`,
  }
}

/** Where the provider of a phone call asks what to say to its recipient. */
export function callAddress(secret: Buffer, universeId: number, recipientId: number, origin: string): string {
  const token = signToken(secret, 'call', universeId, { numbers: [recipientId], text: '' }).toString('base64url')
  return `${origin}/call/${token}`
}

/** A tag that leads somewhere, with its attributes; a `>` in a quoted attribute does not end it. */
const leadingTag = /<(?:a|area|v:[a-z]+)\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi
const webTarget = /(\shref=)(?:"(https?:[^"]*)"|'(https?:[^']*)')/i

/**
 * The HTML of a message with its web addresses leading through the server, which counts clicks, and the picture that counts
 * opens. The address that unsubscribes, mail addresses and phone numbers stay as they are.
 */
export function trackedHtml(html: string, links: MessageLinks): string {
  const found = new Set<string>()
  for (const [tag] of html.matchAll(leadingTag)) {
    const address = targetOf(tag)
    if (address !== null && !isUnsubscribe(address, links)) found.add(address)
  }
  const tracked = new Map([...found].map((address) => [address, escapeHtml(counted(address, links, found.size))]))
  const led = html.replace(leadingTag, (tag) => {
    const address = tracked.get(targetOf(tag) ?? '')
    return address === undefined ? tag : tag.replace(webTarget, (_whole, start: string) => `${start}"${address}"`)
  })
  const pixel = `<img src="${escapeHtml(links.pixel)}" width="1" height="1" alt="" style="display:block;border:0"/>`
  const end = led.toLowerCase().lastIndexOf('</body>')
  return end < 0 ? led + pixel : led.slice(0, end) + pixel + led.slice(end)
}

/** The plain text of a message with its web addresses leading through the server, but for the one that unsubscribes. */
export function trackedText(text: string, links: MessageLinks): string {
  const found = new Set([...text.matchAll(textAddress)].map(([address]) => address))
  return text.replace(textAddress, (address) =>
    isUnsubscribe(address, links) ? address : counted(address, links, found.size),
  )
}

/** An address in a text, without the sign that ends a sentence. */
const textAddress = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g

function targetOf(tag: string): string | null {
  const found = webTarget.exec(tag)
  return found ? plainText(found[2] ?? found[3] ?? '') : null
}

function isUnsubscribe(address: string, { unsubscribe }: MessageLinks): boolean {
  return address.startsWith(unsubscribe)
}

/** An answer that a link carries (`#rating=5`) has to reach the server's own page, and browsers keep what follows a `#`. */
function counted(address: string, links: MessageLinks, others: number): string {
  const isOwnAnswer = links.answersHere && address.startsWith(`${links.survey}#`)
  return links.click(isOwnAnswer ? address.replace('#', '?') : address, others)
}

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text without the references that HTML writes for its own signs. */
function plainText(html: string): string {
  return html.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return references[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
