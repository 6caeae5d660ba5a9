/** How it was seen that a program, not a person, opened a message or followed its link; or that a person did it through one. */
export type Seen =
  /** It says so itself, or says nothing at all. */
  | 'agent'
  /** A mail program that fetches the pictures of every message, read or not. */
  | 'prefetch'
  /** It came before or just after the message was sent. */
  | 'early'
  /** All links of the message were followed within seconds. */
  | 'burst'
  /** A mail provider fetched the picture for somebody who opened the message. */
  | 'proxy'

/** Who is behind a request, by what its program says of itself. */
export interface Behind {
  isMachine: boolean
  seen: Seen | null
}

/** Programs that look through mails before people get them, and other programs that follow links. */
const scanners =
  /barracuda|proofpoint|mimecast|messagelabs|symantec|zscaler|fireeye|trellix|sophos|trendmicro|forcepoint|ironport|cisco[- ]?(?:ces|esa)|checkpoint|urldefense|safelinks|microsoft (?:office|defender)|ms-?office|skypeuripreview|bitdefender|kaspersky|cloudmark|cyren|vade|spamassassin|rspamd|virustotal|bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|headless|phantomjs|selenium|puppeteer|playwright|python|curl\/|wget|libwww|java\/|okhttp|go-http-client|node-fetch|axios|undici|ruby|perl|php|scan/i

/** Fetch a picture when the reader opens the message. */
const imageProxies = /googleimageproxy|yahoomailproxy/i

/** What Apple's mail privacy protection says of itself, which fetches pictures without a reader: nothing but this. */
const bareMozilla = /^mozilla\/5\.0$/i

/** Who opens a message or follows its link, by the user agent. Whoever says nothing of themselves is a program. */
export function behindAgent(kind: 'open' | 'click', userAgent: string | undefined): Behind {
  const agent = (userAgent ?? '').trim()
  if (kind === 'open' && imageProxies.test(agent)) return { isMachine: false, seen: 'proxy' }
  if (kind === 'open' && bareMozilla.test(agent)) return { isMachine: true, seen: 'prefetch' }
  if (agent === '' || scanners.test(agent)) return { isMachine: true, seen: 'agent' }
  return { isMachine: false, seen: null }
}

/** Whoever is here so soon after a message was sent, in ms, is a program: people have yet to see it. */
const soonest = 2000

/** Whether a moment is before anybody can have read a message. */
export function isTooEarly(at: Date, sentAt: Date | null): boolean {
  return sentAt === null || at.getTime() < sentAt.getTime() + soonest
}

/** Who follows so many links of a message within `burstTime` is a program: all there are, where a message has fewer. */
const burst = 3
export const burstTime = 5000

/** A link that was followed lately. */
interface RecentClick {
  address: string
  at: number
  /** Whether it counts as a person's. */
  isPerson: boolean
}

/** Links that were followed lately, so that those who follow all of a message are told apart. */
export class RecentClicks {
  private readonly byRecipient = new Map<number, RecentClick[]>()

  /**
   * Notes that a link was followed, of `links` that the message has. Null, unless a program follows them all: then the number
   * of the recipient's clicks before it that were taken for a person's.
   */
  note(recipientId: number, address: string, { links, at, isPerson }: { links: number; at: Date; isPerson: boolean }) {
    const now = at.getTime()
    const clicks = (this.byRecipient.get(recipientId) ?? []).filter((one) => now - one.at < burstTime)
    const people = clicks.filter((one) => one.isPerson).length
    clicks.push({ address, at: now, isPerson })
    const different = new Set(clicks.map((one) => one.address)).size
    const isBurst = links > 1 && different >= Math.min(links, burst)
    if (isBurst) for (const click of clicks) click.isPerson = false
    // The newest last, so that the oldest are forgotten first.
    this.byRecipient.delete(recipientId)
    this.byRecipient.set(recipientId, clicks)
    this.forget(now)
    return isBurst ? people : null
  }

  private forget(now: number): void {
    for (const [recipientId, clicks] of this.byRecipient) {
      if (now - (clicks.at(-1)?.at ?? 0) < burstTime) return
      this.byRecipient.delete(recipientId)
    }
  }
}
