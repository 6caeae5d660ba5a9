/** A tag as it is compared: in lower case, its parts joined by `-`. */
function comparable(tag: string): string {
  return tag.trim().toLowerCase().replaceAll('_', '-')
}

/** The language of a tag without its region, such as `en` of `en-GB`; both Norwegian ones are `no`. */
export function baseLanguage(tag: string): string {
  const [base = ''] = comparable(tag).split('-')
  return base === 'nb' || base === 'nn' ? 'no' : base
}

/**
 * The message for a recipient's language: in exactly that language, else in that language of any region, else the first,
 * which is the main one.
 */
export function pickLanguage<T>(messages: readonly [T, ...T[]], languageOf: (message: T) => string, wanted: string): T {
  const exact = comparable(wanted)
  const base = baseLanguage(wanted)
  return (
    messages.find((message) => comparable(languageOf(message)) === exact) ??
    messages.find((message) => comparable(languageOf(message)) === base) ??
    messages.find((message) => baseLanguage(languageOf(message)) === base) ??
    messages[0]
  )
}
