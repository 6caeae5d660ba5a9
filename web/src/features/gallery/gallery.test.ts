import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['/src/**/*.ts', '/src/**/*.tsx', '!/src/**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const ui = '/src/ui/'
const gallery = '/src/features/gallery/'

/** Parts around every screen: messages stand in one of them, and the section of dialogs has both shown. */
const aroundScreens = new Set(['/src/ui/snackbar-place.tsx'])

/** Files a file imports for what they do; types alone draw nothing. */
function importsOf(path: string): string[] {
  const found =
    sources[path]?.matchAll(/(?:^|\n)(?:import|export)(?! type)[^'";]*?from '([^']+)'|import\('([^']+)'\)/g) ?? []
  return [...found].map(([, stated, fetched]) => {
    const specifier = stated ?? fetched ?? ''
    return specifier.startsWith('.')
      ? new URL(specifier, `file://${path}`).pathname
      : specifier.replace(/^#web\//, '/src/')
  })
}

const files = Object.keys(sources)
const parts = files.filter((path) => path.startsWith(ui) && path.endsWith('.tsx'))
const shown = new Set(files.filter((path) => path.startsWith(gallery)).flatMap(importsOf))

test('there are parts of the interface and a gallery of them', () => {
  expect(parts.length).toBeGreaterThan(30)
  expect(parts.filter((path) => shown.has(path)).length).toBeGreaterThan(20)
})

test('the gallery shows every part that screens use', () => {
  const outside = files.filter((path) => !path.startsWith(ui) && !path.startsWith(gallery))
  const used = new Set(outside.flatMap(importsOf))
  expect(parts.filter((path) => used.has(path) && !shown.has(path) && !aroundScreens.has(path))).toEqual([])
})

test('the gallery shows every other part inside one of them', () => {
  const reached = new Set([...shown].filter((path) => path.startsWith(ui)))
  for (const path of reached) for (const next of importsOf(path)) if (next.startsWith(ui)) reached.add(next)
  expect(parts.filter((path) => !reached.has(path))).toEqual([])
})
