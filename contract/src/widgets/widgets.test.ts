import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { refusedPaths } from '../testing/missing-fields.ts'
import { answerStates } from './example-states/in-states.ts'
import { component, isComponentOf, isKnownType, widgets } from './index.ts'

const all = Object.values(widgets)

test('there is a widget for each component type of the specification', () => {
  const specified = `action-manager action-overview action-plan alert-table benchmark choice-line data-table
    data-uploader delta development-chart discriminator effect feedback-overview feedback-search feedback-sentiment
    gamification-overview global-campaigns-list global-overview global-values-table grouped import-set-list
    indicator-block mail-campaign-details mail-campaigns-list mail-templates-list menu-block priority question-search
    ranking-table record-table results-block sample-table selection-block text-analytics variable-action-block
    variable-block`.split(/\s+/)
  expect(specified).toHaveLength(36)
  expect(specified.filter((type) => !isKnownType(type))).toEqual([])
})

/** Settings without a description, by their path; `type` says which of several entries one is. */
function unexplained(schema: z.core.JSONSchema._JSONSchema | undefined, path: string): string[] {
  if (typeof schema !== 'object') return []
  const { properties = {}, items, oneOf = [], anyOf = [] } = schema
  const own = Object.entries(properties).flatMap(([key, inner]) => {
    const isTold = key === 'type' || (typeof inner === 'object' && inner.description !== undefined)
    return [...(isTold ? [] : [`${path}.${key}`]), ...unexplained(inner, `${path}.${key}`)]
  })
  const entries = (Array.isArray(items) ? items : [items]).flatMap((one) => unexplained(one, path))
  return [...own, ...entries, ...[...oneOf, ...anyOf].flatMap((one) => unexplained(one, path))]
}

test('every setting says what it is for', () => {
  const found = all.flatMap(({ type, config }) => {
    const { $defs = {}, ...schema } = z.toJSONSchema(config, { io: 'input' })
    const parts = Object.entries($defs).filter(([name]) => ['Variable', 'Column', 'SampleEditorPart'].includes(name))
    return [schema, ...parts.map(([, part]) => part)].flatMap((one) => unexplained(one, type))
  })
  expect([...new Set(found)]).toEqual([])
})

test('every widget stands under its own type', () => {
  expect(Object.entries(widgets).filter(([type, widget]) => widget.type !== type)).toEqual([])
})

describe.each(all)('$type', (widget) => {
  const { config: example, responses } = widget.example

  test('has a valid example, and what comes of it is valid again', () => {
    const parsed = component.parse({ type: widget.type, config: example })
    expect(parsed).toMatchObject({ type: widget.type, config: { id: example.id } })
    expect(component.parse(parsed)).toEqual(parsed)
  })

  test('rejects a missing or invalid id, an invalid size and an unknown key, by name', () => {
    const { id: _id, ...nameless } = example
    expect(refusedPaths(widget.config, nameless)).toContain('id')
    expect(refusedPaths(widget.config, { ...example, id: 'a b' })).toContain('id')
    expect(refusedPaths(widget.config, { ...example, size: 3 })).toContain('size')
    const { error } = widget.config.safeParse({ ...example, colour: 'red' })
    expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['colour'] }])
  })

  test('takes each of the five sizes, and twelve columns where none is given', () => {
    for (const size of [2, 4, 6, 8, 12]) expect(widget.config.safeParse({ ...example, size }).success).toBe(true)
    const { size: _size, ...unsized } = example
    expect(widget.config.parse(unsized)).toMatchObject({ size: 12 })
  })

  test('has a valid answer for each of its calls, and refuses another', () => {
    expect(Object.keys(responses).toSorted()).toEqual(Object.keys(widget.calls).toSorted())
    for (const [name, call] of Object.entries<{ params: z.ZodType; response: z.ZodType }>(widget.calls)) {
      const answer: unknown = Reflect.get(responses, name)
      expect(call.response.parse(answer), name).toEqual(answer)
      expect(call.response.safeParse({}).success, name).toBe(false)
    }
  })
})

describe.each(all.filter((widget) => Object.keys(widget.calls).length > 0))('$type', (widget) => {
  test.each(answerStates)('has a valid answer of each call when it is %s', (state) => {
    const answers = widget.example.states?.[state]
    expect(Object.keys(answers ?? {}).toSorted()).toEqual(Object.keys(widget.calls).toSorted())
    for (const [name, call] of Object.entries<{ response: z.ZodType }>(widget.calls)) {
      const answer: unknown = Reflect.get(answers ?? {}, name)
      expect(call.response.parse(answer), name).toEqual(answer)
    }
  })
})

describe('component', () => {
  test('keeps what is unknown, and gives it an id and a size where it has none', () => {
    expect(component.parse({ type: 'weather', config: { city: 'Oslo', size: 7 } })).toEqual({
      type: 'weather',
      config: { id: '', size: 12, city: 'Oslo' },
    })
    expect(component.parse({ type: 'weather' })).toEqual({ type: 'weather', config: { id: '', size: 12 } })
    expect(isKnownType('weather')).toBe(false)
    expect(isKnownType('toString')).toBe(false)
  })

  test('is strict about a known type, however deep', () => {
    const wrong = { type: 'effect', config: { id: 'a', scor: 'csi' } }
    const branch = { type: 'discriminator', config: { id: 'b', branches: [{ components: [wrong] }] } }
    const tabs = { type: 'menu-block', config: { id: 'c', items: [{ title: 'Tab', component: branch }] } }
    expect(refusedPaths(component, tabs)).toContain(
      'config.items.0.component.config.branches.0.components.0.config.score',
    )
  })

  test('tells its type', () => {
    const results = component.parse({ type: 'results-block', config: { id: 'a' } })
    expect(isComponentOf(results, 'results-block') && results.config.trend).toBe('previous')
    expect(isComponentOf(results, 'delta')).toBe(false)
  })
})
