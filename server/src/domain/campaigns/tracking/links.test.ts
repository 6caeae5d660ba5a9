import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { linksOf, shortLinksOf, trackedHtml, trackedText } from './links.ts'
import { readToken, signToken, universeOfToken } from './tokens.ts'
import { verpAddress, verpToken } from './verp.ts'

const secret = randomBytes(32)
const origin = 'https://feedback.example'
const links = linksOf(secret, 7, { recipientId: 3_000_000_001, responseId: 12 }, origin)
const tokenOf = (address: string) => Buffer.from(address.split('/').at(-1) ?? '', 'base64url')
const targetOf = (address: string) => readToken(secret, 'click', tokenOf(address))?.text

describe('tokens', () => {
  test('say their universe, their numbers and their text to whoever has the secret', () => {
    for (const numbers of [[0], [127, 128], [Number.MAX_SAFE_INTEGER]]) {
      const token = signToken(secret, 'click', 300, { numbers, text: 'https://å.example/?a=1' })
      expect(universeOfToken(token, 'click')).toBe(300)
      expect(readToken(secret, 'click', token)).toEqual({ numbers, text: 'https://å.example/?a=1' })
    }
    expect(links.unsubscribe).toMatch(/^https:\/\/feedback\.example\/u\/[\w-]{31}$/)
  })

  test('of another purpose or secret, changed, cut or made up are none', () => {
    const token = signToken(secret, 'unsubscribe', 7, { numbers: [5], text: '' })
    expect(readToken(secret, 'open', token)).toBeNull()
    expect(readToken(randomBytes(32), 'unsubscribe', token)).toBeNull()
    for (let at = 0; at < token.length; at++) {
      const changed = Buffer.from(token)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(readToken(secret, 'unsubscribe', changed)).toBeNull()
      expect(readToken(secret, 'unsubscribe', token.subarray(0, at))).toBeNull()
    }
    expect(universeOfToken(Buffer.alloc(0), 'click')).toBeNull()
    expect(universeOfToken(Buffer.alloc(60, 255), 'click')).toBeNull()
  })
})

describe('links of a message', () => {
  test('are counted and lead where they led', () => {
    const html = trackedHtml(
      `<body><a title="a > b" href="https://x.example/?a=1&amp;b=&#50;">x</a>` +
        `<!--[if mso]><v:roundrect href='https://y.example/'></v:roundrect><![endif]--></body>`,
      links,
    )
    const targets = [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address ?? '')
    expect(targets.map(targetOf)).toEqual(['https://x.example/?a=1&b=2', 'https://y.example/'])
    for (const address of targets) expect(address.startsWith(`${origin}/c/`)).toBe(true)
    expect(html.indexOf(links.pixel)).toBeLessThan(html.indexOf('</body>'))
  })

  test('that unsubscribe, write a mail, call or load something stay as they are', () => {
    const html =
      `<link href="https://fonts.example/a.css"><a href="${links.unsubscribe}">u</a>` +
      `<a href="mailto:a@example.org">m</a><a href="tel:+461">t</a><p>href="https://x.example"</p>`
    expect(trackedHtml(html, links).startsWith(html)).toBe(true)
  })

  test('of text messages are short, and as hard to make up', () => {
    const own = { recipientId: 2_000_000, responseId: 1_500_000 }
    const short = shortLinksOf(secret, 7, own, 'https://s.example')
    expect(short.survey).toMatch(/^https:\/\/s\.example\/s\/[\w-]{24}$/)
    expect(short.unsubscribe).toMatch(/^https:\/\/s\.example\/u\/[\w-]{20}$/)
    const visit = tokenOf(short.survey)
    expect(readToken(secret, 'visit', visit)).toEqual({ numbers: [2_000_000, 1_500_000], text: '' })
    expect(readToken(secret, 'stop', tokenOf(short.unsubscribe))).toEqual({ numbers: [2_000_000], text: '' })
    for (const purpose of ['answer', 'click', 'stop', 'unsubscribe'] as const)
      expect(readToken(secret, purpose, visit)).toBeNull()
    for (let at = 0; at < visit.length; at++) {
      const changed = Buffer.from(visit)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(readToken(secret, 'visit', changed)).toBeNull()
    }
  })

  test('that carry an answer bring it to the own page, and another page gets it as it was', () => {
    const answered = (of: typeof links) =>
      targetOf(/href="([^"]+)"/.exec(trackedHtml(`<a href="${of.survey}#rating=5">5</a>`, of))?.[1] ?? '')
    expect(answered(links)).toBe(`${links.survey}?rating=5`)
    const answerUrl = 'https://ask.example/answer/{token}'
    const elsewhere = linksOf(secret, 7, { recipientId: 1, responseId: 12 }, origin, answerUrl)
    expect(elsewhere.survey).toBe(answerUrl.replace('{token}', links.survey.split('/').at(-1) ?? ''))
    expect(answered(elsewhere)).toBe(`${elsewhere.survey}#rating=5`)
  })

  test('in plain text lead through the server too, without the sign that ends a sentence', () => {
    const text = trackedText(`See https://x.example/a. Stop: ${links.unsubscribe}`, links)
    expect(text.endsWith(links.unsubscribe)).toBe(true)
    expect(text).toMatch(/^See https:\/\/feedback\.example\/c\/[\w-]+\. Stop/)
  })
})

describe('addresses of bounces', () => {
  const address = verpAddress(secret, 7, 3_000_000_001, 'bounces.example')

  const recipientOf = (written: string, domain: string, of = secret) => {
    const token = verpToken(written, domain)
    return token && (readToken(of, 'bounce', token)?.numbers ?? 'forged')
  }

  test('name their recipient, also where a mail server changed the case', () => {
    for (const written of [address, address.toUpperCase()])
      expect(recipientOf(written, 'Bounces.example')).toEqual([3_000_000_001])
    expect(universeOfToken(verpToken(address, 'bounces.example') ?? Buffer.alloc(0), 'bounce')).toBe(7)
    expect(address.indexOf('@')).toBeLessThanOrEqual(64)
  })

  test('of others are none', () => {
    expect(recipientOf(address, 'other.example')).toBeNull()
    expect(recipientOf('anna@bounces.example', 'bounces.example')).toBeNull()
    expect(recipientOf(address, 'bounces.example', randomBytes(32))).toBe('forged')
  })
})
