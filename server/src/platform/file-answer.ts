import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file as the answer of a route, for the browser to save, or to show where it can. */
export class FileAnswer {
  readonly name: string
  /** Media type. */
  readonly type: string
  /** In bytes; null for one that is made while it is sent. */
  readonly size: number | null
  readonly content: Readable
  private readonly isShown: boolean

  constructor({
    name,
    type,
    size,
    content,
    isShown = false,
  }: {
    name: string
    type: string
    size: number | null
    content: Readable
    isShown?: boolean
  }) {
    this.name = name
    this.type = type
    this.size = size
    this.content = content
    this.isShown = isShown
  }

  /** Sends it; the connection breaks off when its content fails, so that no part passes for the whole. */
  send(reply: FastifyReply): FastifyReply {
    reply
      .header('content-type', this.type)
      .header(
        'content-disposition',
        this.isShown ? attachment(this.name).replace('attachment', 'inline') : attachment(this.name),
      )
    if (this.size !== null) reply.header('content-length', this.size)
    return reply.send(this.content)
  }
}

/** The header that names a file: in ASCII, and as it is (RFC 5987). */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const hex = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, hex)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
