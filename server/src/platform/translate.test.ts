import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@gensvar/contract/local-text'
import { Count, listed, say } from '@gensvar/contract/say'
import { describe, expect, test } from 'vitest'
import { translate } from './translate.ts'

const { dirname } = import.meta
const others = locales.filter((locale) => locale !== 'en')

const server = sourcesUnder(join(dirname, '..'))
const contract = sourcesUnder(join(dirname, '../../../contract/src'))

/** Every template of the source that has words or quotes in it, whatever stands in its gaps. */
const templates = new Set(
  [...server.values(), ...contract.values()].flatMap(templatesOf).filter((template) => /[\p{L}"]/u.test(template)),
)

/** Sources by their path in a folder. */
function sourcesUnder(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]),
  )
}

function templatesOf(source: string): string[] {
  const code = source.replaceAll(/^ *\/\*\*.*?\*\//gms, '')
  return [...code.matchAll(/\bsay`([^`]*)`/g)].map(([, written = '']) => {
    let gaps = 0
    return written.replaceAll(/\$\{[^{}]*\}/g, () => `{${gaps++}}`)
  })
}

function gapsOf(text: string): string[] {
  return (text.match(/\{[^}]*\}/g) ?? []).sort()
}

describe.each(others)('the catalogue of %s', (locale) => {
  const path = join(dirname, `messages/${locale}.json`)
  const written = readFileSync(path, 'utf8')
  const catalogue = JSON.parse(written) as Record<string, string>

  test('has every text the server says, and no other', () => {
    expect(templates.size).toBeGreaterThan(100)
    expect(Object.keys(catalogue).toSorted()).toEqual([...templates].toSorted())
  })

  test('has every text once', () => {
    // JSON takes the last of several without a word.
    expect(written.match(/^ {2}"/gm)).toHaveLength(Object.keys(catalogue).length)
  })

  test('keeps the gaps of every text, and leaves none empty or in English', () => {
    for (const [template, translation] of Object.entries(catalogue)) {
      expect(gapsOf(translation), template).toEqual(gapsOf(template))
      expect(translation.trim(), template).toBe(translation)
      expect(translation, template).not.toBe('')
      expect(translation, template).not.toBe(template)
    }
  })
})

test('what is refused is marked for translation, wherever it is refused', () => {
  const plain = [...server].filter(([, source]) => /new (AppError|ImportRefusal)\(\s*'\w+',\s*['"`]/.test(source))
  expect(plain.map(([name]) => name)).toEqual([])
})

describe('words', () => {
  test('are said in a language, with the words inside them', () => {
    const inner = say`"${'!'}" does not stand for a character.`
    const words = say`The drill path cannot be read: ${inner}`
    expect(String(words)).toBe('The drill path cannot be read: "!" does not stand for a character.')
    expect(translate(words, 'en')).toBe(String(words))
    expect(translate(words, 'sv')).toBe('Sökvägen kan inte läsas: ”!” står inte för något tecken.')
    expect(translate(words, 'fi')).toBe('Polkua ei voi lukea: ”!” ei vastaa mitään merkkiä.')
  })

  test('are listed one after the other', () => {
    const list = listed([say`${'a'}: ${say`unknown`}`, say`${'b'}: ${say`in use`}`], '; ')
    expect(translate(list, 'en')).toBe('a: unknown; b: in use')
    expect(translate(list, 'no')).toBe('a: ukjent; b: er i bruk')
  })

  test('keep what a name holds as it is, even where it looks like a gap or a text of ours', () => {
    const words = say`You have no access to "${'{0} unknown'}".`
    expect(translate(words, 'da')).toBe('Du har ikke adgang til ”{0} unknown”.')
    expect(translate(say`There is no such ${'unknown'}`, 'sv')).toBe('There is no such unknown')
  })

  test('count as their language does', () => {
    const words = say`${new Count(2259)} of ${new Count(7)} in ${'2024'}`
    expect(String(words)).toBe('2,259 of 7 in 2024')
    expect(translate(words, 'sv')).toBe('2\u00a0259 of 7 in 2024')
    expect(translate(words, 'da')).toBe('2.259 of 7 in 2024')
  })

  test('without words of our own stay as they are', () => {
    expect(translate(say`${'unknown'}: ${'in use'}`, 'fi')).toBe('unknown: in use')
  })
})
