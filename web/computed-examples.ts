import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Puts the gallery's examples, and the words that the editor of scripts suggests, into the build as plain data. Made in
 * the browser, they would bring along every schema of the contract, which `slimContract` leaves out.
 */
export function computedExamples(): Plugin {
  return {
    name: 'computed-examples',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/features\/(gallery\/examples|scripts\/words\/(configuration|script)-words)\.ts$/ },
      async handler(id) {
        const values = (await import(pathToFileURL(id).href)) as Record<string, unknown>
        const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        return { code: lines.join('\n'), moduleType: 'js' }
      },
    },
  }
}
