import { locales } from '@gensvar/contract/local-text'
import { expect, test } from 'vitest'

const texts = import.meta.glob<Record<string, string>>('./*/**/*.json', { import: 'default', eager: true })
const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const features = [...new Set(Object.keys(texts).map((path) => path.split('/').slice(2).join('/')))]
const allSource = Object.values(sources).join('\n')

/** Names in `{{braces}}`, in order. */
function slots(text: string): string[] {
  return [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '').toSorted()
}

/** Beginnings of the keys that code puts together, such as `alertState` of `t(`alertState${state}`)`. */
const composed = [...allSource.matchAll(/`([A-Za-z][\w.-]*)\$\{/g)].map((match) => match[1] ?? '')

function isUsed(key: string): boolean {
  const stem = key.replace(/_(one|other)$/, '')
  return (
    [`'${stem}'`, `"${stem}"`, `\`${stem}\``].some((quoted) => allSource.includes(quoted)) ||
    composed.some((beginning) => stem.startsWith(beginning))
  )
}

test.each(features)('%s has the same texts in all five languages', (feature) => {
  const english = texts[`./en/${feature}`] ?? {}
  for (const locale of locales) {
    const own = texts[`./${locale}/${feature}`] ?? {}
    expect(Object.keys(own).toSorted(), `${locale}/${feature}`).toEqual(Object.keys(english).toSorted())
    for (const [key, text] of Object.entries(own)) {
      expect(text.trim(), `${locale}/${feature} ${key}`).not.toBe('')
      expect(slots(text), `${locale}/${feature} ${key}`).toEqual(slots(english[key] ?? ''))
    }
  }
})

test.each(features)('%s has no text that nothing shows', (feature) => {
  const unused = Object.keys(texts[`./en/${feature}`] ?? {}).filter((key) => !isUsed(key))
  expect(unused).toEqual([])
})
