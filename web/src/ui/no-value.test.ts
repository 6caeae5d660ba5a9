import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.tsx', '!/src/**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const texts = import.meta.glob<string>('/src/locales/en/**/*.json', { query: '?raw', import: 'default', eager: true })

/** A dash that stands alone, as the sign for no value does. */
const lonelyDash = /['">\s]—(?:['"<]|\s*\n)/

test('no value is drawn in one place only, so that it looks and reads the same everywhere', () => {
  const drawn = Object.keys(sources).filter((path) => lonelyDash.test(sources[path] ?? ''))
  expect(drawn).toEqual(['/src/ui/no-value.tsx'])
  const worded = Object.keys(texts).filter((path) => /"No value"/.test(texts[path] ?? ''))
  expect(worded).toEqual(['/src/locales/en/app.json'])
})
