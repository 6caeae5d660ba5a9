import { Agent, request } from 'node:http'
import type { Variant } from './named-requests.ts'

/** What came back, and how long it took from asking to the last byte, in ms. */
export interface Asked {
  bodies: string[]
  ms: number
}

/** A user's browser: asks over connections that stay open. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true })
  private readonly address: string
  private readonly token: string

  constructor(address: string, token: string) {
    this.address = address
    this.token = token
  }

  /** Asks all that a variant asks for, at once. Throws unless all is answered. */
  async ask({ urls }: Pick<Variant, 'urls'>): Promise<Asked> {
    const began = performance.now()
    const bodies = await Promise.all(urls.map((url) => this.get(url)))
    return { bodies, ms: performance.now() - began }
  }

  /** Closes the connections. */
  close(): void {
    this.agent.destroy()
  }

  private get(url: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const asked = request(
        new URL(url, this.address),
        { agent: this.agent, headers: { authorization: `Bearer ${this.token}` } },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('error', reject)
          answer.on('end', () => {
            const body = Buffer.concat(parts).toString()
            if (answer.statusCode === 200) resolve(body)
            else reject(new Error(`${url} answered ${answer.statusCode}: ${body.slice(0, 300)}`))
          })
        },
      )
      asked.on('error', reject)
      asked.end()
    })
  }
}
