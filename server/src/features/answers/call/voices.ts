import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'

/** How a text is said, as the provider names it. */
export interface Speech {
  voice: string
  language: string
}

type Voices = Readonly<Record<'female' | 'male', string>>

/** The provider's voices by language. It has no male one in Finnish. */
const voices: Readonly<Record<string, Voices>> = {
  'da-DK': { female: 'Polly.Naja', male: 'Polly.Mads' },
  'nl-NL': { female: 'Polly.Lotte', male: 'Polly.Ruben' },
  'en-US': { female: 'Polly.Joanna', male: 'Polly.Matthew' },
  'en-GB': { female: 'Polly.Amy', male: 'Polly.Brian' },
  'fi-FI': { female: 'Polly.Suvi-Neural', male: 'Polly.Suvi-Neural' },
  'fr-FR': { female: 'Polly.Celine', male: 'Polly.Mathieu' },
  'de-DE': { female: 'Polly.Marlene', male: 'Polly.Hans' },
  'it-IT': { female: 'Polly.Carla', male: 'Polly.Giorgio' },
  'es-ES': { female: 'Polly.Conchita', male: 'Polly.Enrique' },
  'nb-NO': { female: 'Polly.Liv', male: 'Google.nb-NO-Wavenet-B' },
  'sv-SE': { female: 'Polly.Astrid', male: 'Google.sv-SE-Wavenet-C' },
}

/** Languages of calls that are named without a country. */
const usualTags: Readonly<Record<string, string>> = {
  ...languageTags,
  ...{ nl: 'nl-NL', fr: 'fr-FR', de: 'de-DE', it: 'it-IT', es: 'es-ES' },
}

/** How texts in a language are said by a campaign's voice. */
export function speechIn(locale: string, voice: string | null): Speech {
  const tag = usualTags[locale] ?? locale
  const language = voices[tag] ? tag : 'en-GB'
  const known = voices[language]
  return { language, voice: known?.[voice === 'male' ? 'male' : 'female'] ?? 'woman' }
}

/** How questions are said: in the language of the call where the survey is worded in it, or in another one that it is. */
export function questionLocale(wanted: Locale | null, offered: readonly Locale[]): Locale {
  if (wanted !== null && (offered.length === 0 || offered.includes(wanted))) return wanted
  return offered[0] ?? 'en'
}
