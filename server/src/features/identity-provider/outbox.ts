import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#server/domain/context.ts'
import { newSecret } from '#server/domain/rights/secret.ts'

/** A plain message to one person. */
interface Message {
  to: string
  subject: string
  text: string
}

/**
 * Writes a message as an .eml file to the data folder's outbox instead of sending it; for servers without mail, never
 * in production. Returns the file's path.
 */
export async function writeToOutbox(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  message: Message,
): Promise<string> {
  const folder = join(config.dataFolder, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const now = clock.now()
  const file = join(folder, `${now.toISOString().replaceAll(':', '-')}-${newSecret().slice(0, 6)}.eml`)
  const headers = [
    `Date: ${now.toUTCString()}`,
    'From: Gensvar <no-reply@localhost>',
    `To: ${header(message.to)}`,
    `Subject: ${header(message.subject)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  await writeFile(file, `${headers.join('\r\n')}\r\n\r\n${message.text.replace(/\r?\n/g, '\r\n')}`, { mode: 0o600 })
  return file
}

function header(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
