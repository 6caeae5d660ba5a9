import { createHash, createVerify } from 'node:crypto'

/** What a signature of a mail says. */
export interface VerifiedSignature {
  isValid: boolean
  domain: string
  selector: string
  /** Names of the signed headers, as often as they are signed. */
  headers: string[]
}

/**
 * Verifies the DKIM signature of a received message with a public key (PEM), as RFC 6376 describes it for relaxed headers
 * and a relaxed body. Written without the code that signs.
 */
export function verifyDkim(message: string, publicKey: string): VerifiedSignature {
  const [head = ''] = message.split('\r\n\r\n', 1)
  const body = message.slice(head.length + 4)
  const fields = head.split(/\r\n(?![ \t])/)
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? ''
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const [name = '', ...value] = tag.split('=')
        return [name.trim(), value.join('=').replace(/\s+/g, '')] as const
      }),
  )
  const headers = (tags.get('h') ?? '').toLowerCase().split(':')
  const left = [...fields]
  const signed = headers.flatMap((name) => {
    // The last one of a name first; what is not there is signed as missing.
    const at = left.findLastIndex((field) => field.toLowerCase().startsWith(`${name}:`))
    return at < 0 ? [] : left.splice(at, 1).map((field) => `${relaxedField(field)}\r\n`)
  })
  const unsigned = relaxedField(signature.replace(/([;\s]b=)[^;]*/, '$1'))
  const hash = createHash('sha256').update(relaxed(body), 'latin1').digest('base64')
  const isValid =
    tags.get('a') === 'rsa-sha256' &&
    tags.get('c') === 'relaxed/relaxed' &&
    hash === tags.get('bh') &&
    createVerify('RSA-SHA256')
      .update(signed.join('') + unsigned, 'latin1')
      .verify(publicKey, tags.get('b') ?? '', 'base64')
  return { isValid, domain: tags.get('d') ?? '', selector: tags.get('s') ?? '', headers }
}

function relaxedField(field: string): string {
  const [name = ''] = field.split(':', 1)
  const value = field.slice(name.length + 1).replaceAll('\r\n', '')
  return `${name.toLowerCase().trimEnd()}:${value.replace(/[ \t]+/g, ' ').trim()}`
}

function relaxed(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').trimEnd())
  while (lines.at(-1) === '') lines.pop()
  return lines.map((line) => `${line}\r\n`).join('')
}
