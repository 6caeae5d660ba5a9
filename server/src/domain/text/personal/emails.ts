import type { PersonalSpan } from './span.ts'

/** Most signs that are read before and after an `@`: an address has no more. */
const mostBefore = 64
const mostAfter = 255
const localSign = /[\p{L}\p{N}._%+'’&-]/u
const hostSign = /[\p{L}\p{N}.-]/u
/** At least two names joined by dots, the last of them without digits. */
const host = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,24}(?![\p{L}\p{N}-])/u

/** The e-mail addresses of a text. Each `@` is looked at with its surroundings, so the time grows with the text alone. */
export function findEmails(text: string): PersonalSpan[] {
  const found: PersonalSpan[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < mostBefore && localSign.test(text.charAt(start - 1))) start -= 1
    while (start < at && !/[\p{L}\p{N}]/u.test(text.charAt(start))) start += 1
    let end = at + 1
    while (end < text.length && end - at <= mostAfter && hostSign.test(text.charAt(end))) end += 1
    const [name] = host.exec(text.slice(at + 1, end)) ?? []
    if (start < at && name !== undefined) found.push({ start, end: at + 1 + name.length, kind: 'email' })
  }
  return found
}
