import { createReadStream } from 'node:fs'
import { longestSentLine, mostSentLines } from '@gensvar/contract/api-responses'
import { Count, say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'

/** A line of a file, without its end; null for one that is too long, which is not kept. */
export type Line = Buffer | null

const newline = 0x0a

/**
 * The lines of a file that are not blank, in parts of at most `most`, each part in memory alone. `onPart` sees every part
 * of the file as it is read.
 */
export async function* linesOf(
  path: string,
  most: number,
  onPart: (part: Buffer) => void = () => undefined,
): AsyncGenerator<Line[]> {
  let lines: Line[] = []
  let rest: Buffer[] = []
  let length = 0
  const end = (): void => {
    const line = length > longestSentLine ? null : Buffer.concat(rest)
    if (line === null || line.toString('latin1').trim() !== '') lines.push(line)
    rest = []
    length = 0
  }
  const keep = (part: Buffer): void => {
    length += part.length
    if (length <= longestSentLine) rest.push(part)
    else rest = []
  }
  for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
    onPart(part)
    let from = 0
    for (let at = part.indexOf(newline); at >= 0; at = part.indexOf(newline, from)) {
      keep(part.subarray(from, at))
      end()
      from = at + 1
      if (lines.length < most) continue
      yield lines
      lines = []
    }
    keep(part.subarray(from))
  }
  end()
  if (lines.length > 0) yield lines
}

/** Reads a file of lines once. Throws `too_large` for too many of them, and `validation` for none. */
export async function checkLines(path: string, onPart: (part: Buffer) => void): Promise<void> {
  let count = 0
  for await (const lines of linesOf(path, 1000, onPart)) count += lines.length
  if (count > mostSentLines)
    throw new AppError(
      'too_large',
      say`One request takes ${new Count(mostSentLines)} responses at most. Send the rest in further ones.`,
    )
  if (count === 0) throw new AppError('validation', say`The request has no responses.`)
}
