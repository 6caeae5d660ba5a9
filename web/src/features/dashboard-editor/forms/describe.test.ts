import { describe, expect, test } from 'vitest'
import { formSchemas } from '@gensvar/contract/widgets/settings'
import names from '#web/locales/en/later/component-settings.json'
import { describeSettings, writtenSettings } from './describe.ts'
import type { Setting, SettingInput } from './inputs.ts'

/** Every setting of a form, also of entries of its lists; each once. */
function allSettings(input: SettingInput, seen = new Set<SettingInput>()): Setting[] {
  if (seen.has(input)) return []
  seen.add(input)
  const inner = (settings: readonly Setting[]) =>
    settings.flatMap((setting) => [setting, ...allSettings(setting.input, seen)])
  switch (input.kind) {
    case 'group':
    case 'nameOrGroup':
      return inner(input.settings)
    case 'variants':
      return input.variants.flatMap(({ settings }) => inner(settings))
    case 'list':
      return allSettings(input.entry, seen)
    default:
      return []
  }
}

const kinds = Object.entries({ ...formSchemas.settings, indicator: formSchemas.indicator }).map(([kind, schema]) => ({
  kind,
  schema,
}))

const lastKey = (id: string) => id.split('.').at(-1) ?? id

describe.each(kinds)('$kind', ({ kind, schema }) => {
  const settings = allSettings(describeSettings(kind, schema))

  test('has a field for every setting, or it is edited in the text for a reason', () => {
    const written = settings.filter(({ input }) => input.kind === 'written').map(({ id }) => id)
    expect(written.filter((id) => writtenSettings[id] === undefined)).toEqual([])
    expect(settings.map(({ key }) => key)).toEqual(
      expect.arrayContaining(kind === 'indicator' ? ['goal'] : ['id', 'size']),
    )
  })

  test('has a name for each of its settings', () => {
    const nameless = settings.filter(
      ({ id, input }) =>
        input.kind !== 'withGoal' &&
        ![id, id.split('.').slice(-2).join('.'), lastKey(id)].some((one) => Object.hasOwn(names, `label_${one}`)),
    )
    expect(nameless.map(({ id }) => id)).toEqual([])
  })

  test('has a name for each value that can be chosen, unless it is a number', () => {
    const nameless = settings.flatMap(({ id, input }) => {
      const of = input.kind === 'several' ? input.of : input
      const values = of.kind === 'choice' ? of.values : []
      return values
        .filter((value) => typeof value === 'string')
        .filter((value) => {
          const keys = [id, lastKey(id)].map((one) => `value_${one}.${value}`)
          return ![...keys, `value_${value}`].some((key) => Object.hasOwn(names, key))
        })
        .map((value) => `${id}.${value}`)
    })
    expect(nameless).toEqual([])
  })

  test.runIf(kind !== 'indicator')('is called something', () => {
    expect(names).toHaveProperty([`kind_${kind}`])
  })
})
