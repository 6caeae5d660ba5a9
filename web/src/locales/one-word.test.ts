import { expect, test } from 'vitest'

const files = import.meta.glob<Record<string, string>>('/src/locales/**/*.json', { import: 'default', eager: true })

/** The texts of a language by file and key; the gallery's are no part of the product. */
function textsOf(locale: string): Map<string, string> {
  const own = Object.entries(files).filter(([path]) => path.includes(`/${locale}/`) && !path.endsWith('/gallery.json'))
  return new Map(
    own.flatMap(([path, texts]) =>
      Object.entries(texts).map(([key, text]): [string, string] => [`${path.split('/').at(-1)} ${key}`, text]),
    ),
  )
}

/** English words for several things, or that other languages inflect. */
const ambiguous = new Set(['active', 'answered', 'back', 'background', 'bounced', 'closed', 'completed', 'days', 'delivered', 'down', 'failed', 'months', 'neutral', 'not known', 'open', 'opened', 'overdue', 'paused', 'pending', 'quarters', 'right', 'unsubscribed', 'weeks', 'years'])

const plain = (text: string) => text.toLowerCase().replace(/\.$/, '')

test.each(['sv', 'no', 'da', 'fi'])('what English says in the same words, %s does too', (locale) => {
  const own = textsOf(locale)
  const said = new Map<string, Set<string>>()
  for (const [key, english] of textsOf('en')) {
    // Words around a value are inflected with it.
    if (english.includes('{{') || ambiguous.has(plain(english))) continue
    const words = said.get(plain(english)) ?? new Set()
    said.set(plain(english), words.add(plain(own.get(key) ?? '')))
  }
  expect(said.size).toBeGreaterThan(200)
  expect([...said].filter(([, words]) => words.size > 1).map(([english, words]) => [english, ...words])).toEqual([])
})

/** Words that name an idea which has another name in that language. */
const otherNames: Record<string, RegExp> = {
  sv: /åtkomst/i,
  fi: /ajanjakso|napsaut|\blista[a ]/i,
}

test.each(Object.keys(otherNames))('an idea has one name in %s', (locale) => {
  expect([...textsOf(locale)].filter(([, text]) => otherNames[locale]?.test(text))).toEqual([])
})
