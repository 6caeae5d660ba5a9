/** Longest answer of a provider that is told, in characters. */
const longestAnswer = 200
/** Shorter words are no secrets. */
const shortestSecret = 6

/** What a provider answered, in a line, without the secrets that it may repeat. */
export function saidByProvider(body: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= shortestSecret)
    .reduce((rest, secret) => rest.replaceAll(secret, '•••'), body)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestAnswer)
}

/** Pause that a provider asks for by its header Retry-After, in ms: so many seconds, or until a moment. */
export function retryAfter(asked: string | string[] | undefined, now: Date): number {
  const text = String(asked ?? '').trim()
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? 0 : Math.max(0, moment - now.getTime())
}
