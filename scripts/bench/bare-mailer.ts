// The floor that sending is measured against: a loop that hands the same mail to nodemailer again and again, with as many
// connections. It reads no database and fills nothing in. Told by its parent what to send, it answers how long that took.
import { createTransport } from 'nodemailer'

/** What to send. */
export interface BareMails {
  mails: number
  port: number
  connections: number
  html: string
  text: string
  /** A private key in PEM format to sign with; null for none. */
  key: string | null
}

process.on('message', (message) => {
  const asked = message as BareMails
  void send(asked).then((ms) => process.send?.({ ms }))
})
process.on('disconnect', () => process.exit())

async function send({ mails, port, connections, html, text, key }: BareMails): Promise<number> {
  const transport = createTransport({
    ...{ pool: true, maxConnections: connections, host: '127.0.0.1', port },
    ...(key !== null && { dkim: { domainName: 'shop.example', keySelector: 'k', privateKey: key } }),
  })
  let next = 0
  const loop = async (): Promise<void> => {
    while (next < mails) {
      const to = `p${next++}@example.org`
      await transport.sendMail({
        ...{ from: '"Shop" <shop@shop.example>', to, subject: 'Hello', text, html },
        list: { unsubscribe: [`https://feedback.example.org/u/${to}`] },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      })
    }
  }
  const began = performance.now()
  // Twice as many as connections, so that none of them waits for the next mail.
  await Promise.all(Array.from({ length: connections * 2 }, loop))
  const took = performance.now() - began
  transport.close()
  return took
}
