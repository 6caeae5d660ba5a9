import type { ServerConfig, systemMessageConfig } from '@gensvar/contract/configuration/server-config'
import type { Locale } from '@gensvar/contract/local-text'
import { locales } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { messageToAll } from '@gensvar/contract/server-settings'
import type { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'

type Message = NonNullable<ServerConfig['systemMessage']>

/**
 * A message as it is stored: the text of the server's language is for those who have none of their own. Throws `validation`
 * at the text that is missing and at an end that is before the beginning or has passed.
 */
export function givenMessage(
  { texts, severity, from, until, atLogin, link }: z.output<typeof messageToAll>,
  language: Locale,
  now: Date,
): z.input<typeof systemMessageConfig> {
  const written = Object.fromEntries(locales.map((locale) => [locale, texts[locale].trim()])) as typeof texts
  if (written[language] === '') {
    const words = say`Write it in the language of the server at least: others read it where theirs is missing.`
    throw new AppError('validation', words, { [`message.texts.${language}`]: words })
  }
  const begins = from === null ? now.getTime() : Math.max(now.getTime(), Date.parse(from))
  if (until !== null && Date.parse(until) <= begins) {
    const words = say`The end must be later than now and than the beginning.`
    throw new AppError('validation', words, { 'message.until': words })
  }
  const others = Object.fromEntries(
    Object.entries(written).filter(([locale, text]) => locale !== language && text !== ''),
  )
  return {
    ...{ text: written[language], texts: others, severity, atLogin },
    ...{ from: from ?? undefined, until: until ?? undefined, link: link ?? undefined },
  }
}

/** A stored message as the form has it. */
export function shownToRoot(
  { text, texts, severity, from, until, atLogin, link }: Message,
  language: Locale,
): z.input<typeof messageToAll> {
  const written = Object.fromEntries(locales.map((locale) => [locale, texts[locale] ?? ''])) as Record<Locale, string>
  return {
    texts: { ...written, [language]: texts[language] ?? text },
    severity: severity ?? 'critical',
    ...{ from: from ?? null, until: until ?? null, atLogin, link: link ?? null },
  }
}
