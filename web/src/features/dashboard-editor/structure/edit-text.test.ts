import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { isMap, isSeq, parseDocument } from 'yaml'
import { describe, expect, test } from 'vitest'
import { duplicateAt, insertAt, linesAt, moveAt, removeAt, setAt, UnreadableText } from './edit-text.ts'
import type { Path } from './edit-text.ts'

const root = new URL('../../../../../', import.meta.url)
const file = (name: string) => readFileSync(new URL(name, root), 'utf8')
const texts = [
  file('docs/examples/configuration.yaml').split(/^---$/m)[0] ?? '',
  ...['retail', 'bank', 'orders'].map((name) => file(`server/src/demo/${name}.yaml`)),
]
const valueOf = (text: string): unknown => {
  const document = parseDocument(text)
  expect(document.errors).toEqual([])
  return document.toJS()
}
const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner === undefined ? inner : Reflect.get(inner as object, key)), value)
const values = texts.map(valueOf)
const place = (path: Path): [Path, string | number] => [path.slice(0, -1), path.at(-1) ?? '']

interface Parts {
  lists: { path: Path; length: number }[]
  maps: Path[]
  scalars: Path[]
}

function partsOf(text: string): Parts {
  const found: Parts = { lists: [], maps: [], scalars: [] }
  const document = parseDocument(text)
  const go = (node: unknown, path: Path) => {
    if (isSeq(node)) {
      found.lists.push({ path, length: node.items.length })
      node.items.forEach((item, index) => go(item, [...path, index]))
    } else if (isMap(node)) {
      found.maps.push(path)
      for (const { key, value } of node.items) go(value, [...path, String(key)])
    } else found.scalars.push(path)
  }
  go(document.contents, [])
  return found
}
const parts = texts.map(partsOf)
const anyText = fc.integer({ min: 0, max: texts.length - 1 })
const commentsOf = (text: string) => {
  const comments = text
    .split('\n')
    .flatMap((line) => /(?:^|\s)#.*$/.exec(line.replace(/'[^']*'|"[^"]*"/g, ''))?.[0] ?? [])
  return comments.map((one) => one.trim()).toSorted()
}
/** Lines of one text that the other one does not have. */
const linesOnlyIn = (one: string, other: string) => {
  const there = new Map<string, number>()
  for (const line of other.split('\n')) there.set(line, (there.get(line) ?? 0) + 1)
  return one.split('\n').filter((line) => {
    const count = there.get(line) ?? 0
    there.set(line, count - 1)
    return count <= 0
  })
}

const scalar = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    'plain',
    'two words',
    'a: b',
    '# no comment',
    "it's",
    '"',
    'a, b',
    '[x',
    '{',
    '- x',
    '',
    ' x ',
    'ä\nö',
    'true',
    '1',
    '02-01',
  ),
)
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.record({
    type: fc.constant('ranking-table'),
    config: fc.record({ id: scalar, columns: fc.array(scalar, { maxLength: 3 }) }),
  }),
)

describe('edits of the text of a configuration', () => {
  test('say what they shall, and leave all other lines and every comment as they are', () => {
    const edit = fc.tuple(
      anyText,
      fc.nat(),
      fc.nat(),
      value,
      fc.constantFrom('set', 'add', 'insert', 'move', 'duplicate'),
    )
    fc.assert(
      fc.property(edit, ([which, seed, second, wanted, kind]) => {
        const text = texts[which] ?? ''
        const { lists, maps, scalars } = parts[which] ?? { lists: [], maps: [], scalars: [] }
        const expected = structuredClone(values[which])
        const list = lists[seed % lists.length]!
        const position = second % (list.length + 1)
        let after = ''
        let most = 1
        if (kind === 'set') {
          const [parent, key] = place(scalars[seed % scalars.length]!)
          after = setAt(text, [...parent, key], wanted)
          Reflect.set(at(expected, parent) as object, key, wanted)
        } else if (kind === 'add') {
          const path = maps[seed % maps.length]!
          after = setAt(text, [...path, 'brandNew'], wanted)
          Reflect.set(at(expected, path) as object, 'brandNew', wanted)
        } else if (kind === 'insert') {
          after = insertAt(text, list.path, position, wanted)
          ;(at(expected, list.path) as unknown[]).splice(position, 0, wanted)
        } else if (kind === 'move' && list.length > 0) {
          const [from, to] = [second % list.length, seed % list.length]
          after = moveAt(text, list.path, from, to)
          const items = at(expected, list.path) as unknown[]
          items.splice(to, 0, ...items.splice(from, 1))
          most = 2
        } else if (kind === 'duplicate' && list.length > 0) {
          const from = second % list.length
          after = duplicateAt(text, list.path, from)
          const items = at(expected, list.path) as unknown[]
          items.splice(from, 0, items[from])
        } else return
        expect(valueOf(after)).toEqual(expected)
        expect(linesOnlyIn(text, after).length).toBeLessThanOrEqual(most)
        for (const comment of commentsOf(text)) expect(after).toContain(comment)
      }),
      { numRuns: 120 },
    )
  })

  test('are undone by their inverse', () => {
    const edit = fc.tuple(anyText, fc.nat(), fc.nat(), value, fc.constantFrom('add', 'insert', 'move', 'duplicate'))
    fc.assert(
      fc.property(edit, ([which, seed, second, wanted, kind]) => {
        const text = texts[which] ?? ''
        const { lists, maps } = parts[which] ?? { lists: [], maps: [] }
        const { path, length } = lists[seed % lists.length]!
        const position = second % (length + 1)
        const [from, to] = [second % Math.max(1, length), seed % Math.max(1, length)]
        const map = [...maps[seed % maps.length]!, 'brandNew']
        const back = {
          add: () => removeAt(setAt(text, map, wanted), map),
          insert: () => removeAt(insertAt(text, path, position, wanted), [...path, position]),
          move: () => moveAt(moveAt(text, path, from, to), path, to, from),
          duplicate: () => (length === 0 ? text : removeAt(duplicateAt(text, path, from), [...path, from + 1])),
        }[kind]()
        expect(back).toBe(text)
      }),
      { numRuns: 120 },
    )
  })

  test('remove what is at a path and nothing else', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (which, seed, second) => {
        const text = texts[which] ?? ''
        const { lists, scalars } = parts[which] ?? { lists: [], scalars: [] }
        const list = lists[seed % lists.length]!
        const path =
          second % 2 === 0 || list.length === 0 ? scalars[seed % scalars.length]! : [...list.path, second % list.length]
        const [parent, key] = place(path)
        const expected = structuredClone(values[which])
        const whole = at(expected, parent) as unknown[]
        if (typeof key === 'number') whole.splice(key, 1)
        else Reflect.deleteProperty(whole, key)
        expect(valueOf(removeAt(text, path))).toEqual(expected)
      }),
      { numRuns: 120 },
    )
  })
})

const commented = `# head
title: 'Ours' # the title
pages:        # all of them
  # the first page
  - extname: one
    components: []   # none yet
    # deeper

  # the second
  # page
  - { extname: two, title: "Two, too" } # short
# the end
`

describe('comments', () => {
  test('travel with what they stand above', () => {
    expect(moveAt(commented, ['pages'], 1, 0)).toBe(`# head
title: 'Ours' # the title
pages:        # all of them
  # the second
  # page
  - { extname: two, title: "Two, too" } # short

  # the first page
  - extname: one
    components: []   # none yet
    # deeper
# the end
`)
  })

  test('stay at the line of an empty list that gets its first entry, and quotes stay', () => {
    const filled = insertAt(commented, ['pages', 0, 'components'], 0, { type: 'x', config: { id: 'a' } })
    expect(filled).toContain(`    components:   # none yet\n      - type: x\n        config: { id: a }\n    # deeper\n`)
    expect(removeAt(filled, ['pages', 0, 'components', 0])).toBe(commented)
    expect(setAt(commented, ['title'], "It's")).toContain(`title: 'It''s' # the title\n`)
    expect(setAt(commented, ['pages', 1, 'title'], 'Too')).toContain(`{ extname: two, title: "Too" } # short\n`)
  })

  test('stay where a whole list or map is given again', () => {
    const value = valueOf(commented) as { pages: Record<string, unknown>[] }
    const wanted = [{ ...value.pages[0], icon: 'home' }, value.pages[1], { extname: 'three' }]
    expect(setAt(commented, ['pages'], wanted)).toBe(
      commented
        .replace('    # deeper\n', '    icon: home\n    # deeper\n')
        .replace('# short\n', '# short\n  - { extname: three }\n'),
    )
  })
})

describe('texts of other kinds', () => {
  test('keep their line breaks, and need none at their end', () => {
    const text = 'pages:\r\n  - a\r\n  - b'
    expect(insertAt(text, ['pages'], 2, 'c')).toBe('pages:\r\n  - a\r\n  - b\r\n  - c')
    expect(removeAt(text, ['pages', 1])).toBe('pages:\r\n  - a')
    expect(moveAt(text, ['pages'], 0, 1)).toBe('pages:\r\n  - b\r\n  - a')
    expect(setAt(text, ['title'], 'x')).toBe(`${text}\r\ntitle: x`)
  })

  test('may be empty, or have a key without a value, an alias or brackets over several lines', () => {
    expect(setAt('', ['pages'], [{ extname: 'a' }])).toBe('pages:\n  - extname: a\n')
    expect(setAt('# only this\n', ['title'], 'x')).toBe('# only this\ntitle: x\n')
    expect(setAt('pages: # soon\ntitle: x\n', ['pages', 0, 'extname'], 'a')).toBe(
      'pages: # soon\n  - extname: a\ntitle: x\n',
    )
    expect(setAt('a: &x { b: 1 }\nc: *x\n', ['c', 'b'], 2)).toBe('a: &x { b: 1 }\nc: { b: 2 }\n')
    const long = 'a: [\n  one, # first\n  two, # second\n]\n'
    expect(removeAt(long, ['a', 1])).toBe('a: [\n  one, # first\n   # second\n]\n')
    expect(valueOf(removeAt(removeAt(long, ['a', 1]), ['a', 0]))).toEqual({ a: [] })
  })

  test('are refused where they cannot be read', () => {
    expect(() => setAt('a: [', ['a'], 1)).toThrow(UnreadableText)
  })

  test('tell on which lines a part stands', () => {
    expect(linesAt(commented, ['pages', 0])).toEqual({ line: 5, endLine: 6 })
    expect(linesAt(commented, ['pages', 4])).toBeNull()
  })
})
