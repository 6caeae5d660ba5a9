import { expect, test } from 'vitest'
import { columnWidths, narrowWidth } from './column-widths.ts'

const columns = [{ title: 'Airline' }, { width: 92, title: 'CSI' }, { width: 92, title: 'NPS' }]

test('columns fill the room, the first taking most of it', () => {
  const widths = columnWidths(columns, 1000)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(1000)
  expect(widths[0]).toBeGreaterThan(widths[1] ?? 0)
  expect(widths[1]).toBe(widths[2])
})

test('without room each keeps what it needs', () => {
  const [name = 0, ...others] = columnWidths(columns, 200)
  expect(name).toBeGreaterThanOrEqual(160)
  expect(others.every((width) => width >= 80)).toBe(true)
})

test('a heading is not broken inside a word, and a sentence does not widen its column without end', () => {
  const widthOf = (title: string): number => columnWidths([...columns, { width: 92, title }], 200)[3] ?? 0
  expect(widthOf('Cleanliness')).toBeGreaterThan(widthOf('CSI'))
  expect(widthOf('Would you recommend us to a friend')).toBe(
    widthOf('Would you recommend us to friends and colleagues'),
  )
})

test('a heading with an explanation has room for its button as well', () => {
  const [, plain = 0, explained = 0] = columnWidths(
    [{ title: 'Unit' }, { width: 80, title: 'CSI' }, { width: 80, title: 'CSI', help: 'How satisfied' }],
    200,
  )
  expect(explained).toBeGreaterThan(plain)
})

test('a date takes what it needs, and leaves the rest to the others', () => {
  const date = { width: 112, title: 'Date', isFixed: true }
  const texts = columnWidths([{ title: 'Comment' }, { width: 92, title: 'Score' }, date], 1400)
  expect(texts[2]).toBe(112)
  expect(texts[0]).toBeGreaterThan(1000)
  const dates = columnWidths([date, { title: 'Name' }, { width: 92, title: 'Score' }], 1400)
  expect(dates[0]).toBe(112)
  expect(dates.reduce((sum, width) => sum + width, 0)).toBeGreaterThan(1390)
  expect(columnWidths([date], 1400)).toEqual([1400])
})

test('a name gives way before the last column is out of sight', () => {
  const figures = ['CSI', 'NPS', 'Wait', 'Staff', 'Alerts', 'Answers'].map((title) => ({ width: 80, title }))
  const widths = columnWidths([{ title: 'Country' }, ...figures], 700)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(700)
  expect(widths[0]).toBeGreaterThanOrEqual(160)
})

test('prose takes the room that is free, and has more than a name where there is none', () => {
  const date = { width: 120, title: 'Date', isFixed: true }
  const others = [{ width: 80, title: 'Score' }, date, { title: 'Customer' }]
  const [comment = 0, ...rest] = columnWidths([{ title: 'Comment', isProse: true }, ...others], 1100)
  expect(rest).toEqual(columnWidths([{ title: 'Comment', isProse: true }, ...others], 200).slice(1))
  expect(comment + rest.reduce((sum, width) => sum + width, 0)).toBe(1100)
  expect(columnWidths([{ title: 'Comment', isProse: true }, ...others], 200)[0]).toBe(320)
  const [name = 0, score, day, text = 0] = columnWidths(
    [{ title: 'Customer' }, { width: 80, title: 'Score' }, date, { title: 'Comment', isProse: true }],
    1400,
  )
  expect(text).toBeGreaterThan(750)
  expect([name + text + (score ?? 0), day]).toEqual([1400 - 120, 120])
})

test('on a narrow screen a date or the longest word of a heading has room, and no more than that', () => {
  expect(
    ['CSI', 'Overall satisfaction', 'Weiterempfehlungsbereitschaft'].map((title) => narrowWidth({ title })),
  ).toEqual([96, 120, 120])
  expect(narrowWidth({ title: 'Due', isFixed: true })).toBe(120)
})

test('a name keeps its room where a button stands after it', () => {
  const others = Array.from({ length: 8 }, () => ({ title: 'CSI' }))
  const [without = 0] = columnWidths([{ title: 'Region' }, ...others], 700)
  const [withButton = 0] = columnWidths([{ title: 'Region', aside: () => null }, ...others], 700)
  expect(withButton - without).toBe(36)
})
