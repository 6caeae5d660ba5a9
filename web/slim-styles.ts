import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const library = resolve(dirname(fileURLToPath(import.meta.resolve('@mantine/core'))), '..')
const siblings = ['dates', 'notifications'].map((name) => join(library, '..', name, 'esm/**/*.mjs'))

/** Styles that every page needs. */
const always = ['baseline', 'default-css-variables', 'global']

/** Names a text imports from the component library. */
function importedNames(text: string): string[] {
  return [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]@mantine\/core['"]/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map(
      (name) =>
        name
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s/)[0] ?? '',
    ),
  )
}

/** Files of the library's components by the names it exports them under. */
function componentFiles(): Map<string, string> {
  const index = readFileSync(join(library, 'esm/index.mjs'), 'utf8')
  const imports = index.matchAll(/^import \{ ([^}]*) \} from "(\.\/components\/[^"]*)"/gm)
  return new Map(
    [...imports].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name) => [name, join(library, 'esm', file)]),
    ),
  )
}

/** Names of the style files of the components used, and of those they are made of. */
function drawnStyles(sources: string): Set<string> {
  const texts = globSync([join(sources, '**/*.{ts,tsx}'), ...siblings]).map((file) => readFileSync(file, 'utf8'))
  const files = componentFiles()
  const waiting = texts.flatMap(importedNames).flatMap((name) => files.get(name) ?? [])
  const seen = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !/\/(components|utils)\//.test(file) || !existsSync(file)) continue
    seen.add(file)
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]*)"/g))
      waiting.push(resolve(dirname(file), target))
  }
  return new Set([...always, ...[...seen].flatMap((file) => /([^/]+)\.module\.mjs$/.exec(file)?.[1] ?? [])])
}

/** The contents of a style file without its layer. */
function contentOf(text: string): string {
  return text
    .trim()
    .replace(/^@layer mantine \{/, '')
    .replace(/\}$/, '')
    .trim()
}

/**
 * Ships only the styles of the library's components that are used, in the library's own order, because later rules rely
 * on coming after earlier ones.
 */
export function slimStyles(sources: string): Plugin {
  return {
    name: 'slim-styles',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /@mantine\/core\/styles\.layer\.css$/ },
      handler(id) {
        const all = readFileSync(id, 'utf8')
        const kept = [...drawnStyles(sources)]
          .map((name) => join(library, 'styles', `${name}.layer.css`))
          .filter((file) => existsSync(file))
          .map((file) => contentOf(readFileSync(file, 'utf8')))
          .map((content) => ({ content, at: all.indexOf(content) }))
        const lost = kept.find(({ at }) => at < 0)
        if (lost !== undefined)
          throw new Error(`The order of the component styles is unknown: ${lost.content.slice(0, 80)}`)
        const ordered = kept.toSorted((a, b) => a.at - b.at).map(({ content }) => content)
        return `@layer mantine {${ordered.join('\n')}}`
      },
    },
  }
}
