import { expect, test } from 'vitest'
import { apiReference } from './api-reference.ts'

const [file] = await apiReference()
const document = JSON.parse(file?.text ?? '')

interface Operation {
  parameters: { name: string; in: string }[]
}

test('every reference of the API document leads somewhere', () => {
  const references = new Set([...(file?.text ?? '').matchAll(/"\$ref": "([^"]+)"/g)].map(([, target]) => target ?? ''))
  expect(references.size).toBeGreaterThan(0)
  for (const target of references) {
    const name = /^#\/components\/schemas\/(.+)$/.exec(target)?.[1] ?? target
    expect(Object.keys(document.components.schemas), target).toContain(name)
  }
})

test('every placeholder of a path is a parameter, and every path parameter stands in the path', () => {
  for (const [path, operations] of Object.entries<Record<string, Operation>>(document.paths))
    for (const { parameters } of Object.values(operations)) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(named.sort(), path).toEqual(placeholders.sort())
    }
})
