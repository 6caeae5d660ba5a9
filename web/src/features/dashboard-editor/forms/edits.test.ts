import { beforeAll, describe, expect, test } from 'vitest'
import { formSchemas } from '@gensvar/contract/widgets/settings'
import { checkSettings } from './check-settings.ts'
import { stepOf } from './edits.ts'
import { moved, withValue } from './values.ts'
import { startTexts } from './testing/start-texts.ts'

beforeAll(startTexts)

const chart = (value: unknown) => checkSettings(formSchemas.settings['development-chart'], value)
const trend = { id: 'trend', variables: ['csi'], upperY: 50 }

describe('a change', () => {
  test('is passed on when it fits, also where something else is wrong already', () => {
    const change = { path: ['stacked'], value: true }
    expect(stepOf(chart, trend, [], change)).toEqual({ sent: [change], waiting: [] })
    expect(stepOf(chart, { ...trend, size: 3 }, [], change)).toEqual({ sent: [change], waiting: [] })
  })

  test('that does not fit waits, until another one makes it fit', () => {
    const lower = { path: ['lowerY'], value: 60 }
    const upper = { path: ['upperY'], value: 100 }
    expect(stepOf(chart, trend, [], lower)).toEqual({ sent: [], waiting: [lower] })
    expect(stepOf(chart, trend, [lower], upper)).toEqual({ sent: [upper, lower], waiting: [] })
  })

  test('fits together with one that waits where neither does alone', () => {
    const table = (value: unknown) => checkSettings(formSchemas.settings['data-table'], value)
    const value = { id: 'notes', source: 'static', headers: [{ text: 'Step' }] }
    const kind = { path: ['source'], value: 'server' }
    const name = { path: ['tableId'], value: 'notes' }
    expect(stepOf(table, value, [], kind)).toEqual({ sent: [], waiting: [kind] })
    expect(stepOf(table, value, [kind], name)).toEqual({ sent: [kind, name], waiting: [] })
  })

  test('inside a new entry becomes a part of it', () => {
    const periods = (value: unknown) => ({ path: ['customPeriods', 0], value })
    const entry = periods({ extname: 'season', title: 'Seasons' })
    const next = { path: ['customPeriods', 0, 'starts'], value: ['02-01'] }
    const whole = periods({ extname: 'season', title: 'Seasons', starts: ['02-01'] })
    expect(stepOf(chart, trend, [entry], next)).toEqual({ sent: [whole], waiting: [] })
  })

  test('back to what stands in the text is forgotten', () => {
    const waiting = [{ path: ['upperY'], value: 'many' }]
    expect(stepOf(chart, trend, waiting, { path: ['upperY'], value: 50 })).toEqual({ sent: [], waiting: [] })
  })
})

describe('what is wrong', () => {
  test('is told in words at its place, also where keys are unknown and inside other components', () => {
    const tabs = {
      id: 'tabs',
      colour: 'red',
      items: [{ title: 'One', component: { type: 'delta', config: { id: 'a b', wide: true, variables: ['csi'] } } }],
    }
    expect(checkSettings(formSchemas.settings['menu-block'], tabs)).toEqual({
      problems: [{ path: ['items', 0, 'component', 'config', 'id'], words: 'Use letters, digits, _ and - only' }],
      unknown: [['items', 0, 'component', 'config', 'wide'], ['colour']],
    })
  })

  test('is told of each kind of value in the reader’s words', () => {
    const { problems } = chart({ id: '', size: 3, variables: [], title: 7, lowerY: 'low', chartType: 'pie' })
    expect(Object.fromEntries(problems.toReversed().map(({ path, words }) => [path.join('.'), words]))).toEqual({
      id: 'A name is needed',
      size: 'Choose something here',
      variables: 'Choose at least one indicator or question',
      title: 'This kind of value does not fit here',
      lowerY: 'Enter a number',
      chartType: 'Choose one from the list',
    })
  })
})

test('a value is set, added and removed at its path, and the rest keeps its order', () => {
  const value = { a: 1, list: [{ b: 2 }, 'x'], c: 3 }
  expect(Object.keys(withValue(value, ['a'], 9) as object)).toEqual(['a', 'list', 'c'])
  expect(withValue(value, ['list', 0, 'b'], undefined)).toEqual({ a: 1, list: [{}, 'x'], c: 3 })
  expect(withValue(value, ['list', 2], 'y')).toEqual({ a: 1, list: [{ b: 2 }, 'x', 'y'], c: 3 })
  expect(withValue(value, ['list', 0], undefined)).toEqual({ a: 1, list: ['x'], c: 3 })
  expect(withValue(null, ['deep', 'er'], 1)).toEqual({ deep: { er: 1 } })
  expect(value).toEqual({ a: 1, list: [{ b: 2 }, 'x'], c: 3 })
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
})
