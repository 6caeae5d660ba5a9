import { expect, test } from 'vitest'
import { csvOf, planText } from '../testing/planned-file.ts'
import { doubtId } from './doubt.ts'
import { findDoubts } from './find-doubts.ts'

/** What is doubted of a file with one column beside its ratings. */
async function doubted(header: string, cells: readonly (string | number)[], rows = 120): Promise<string[]> {
  const text = csvOf(['id', 'store', 'visited', 'rating', 'service_score', header], rows, (index) => [
    index,
    `s${index % 4}`,
    `2015-0${1 + (index % 9)}-11`,
    1 + (index % 5),
    1 + ((index * 3) % 5),
    cells[index % cells.length] ?? '',
  ])
  return findDoubts(await planText(text, { key: 'id', hierarchy: ['store'] })).map(({ doubt }) => doubtId(doubt))
}

const ips = Array.from({ length: 30 }, (_, index) => `192.168.${index}.7`)
const mails = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 'unknown' : `a${index}@example.org`))
const names = ['Anna Berg', 'Bo Dahl', 'Cecilia Ek', 'David Friis', 'Eva Gran', 'Finn Holm']
const national = Array.from({ length: 30 }, (_, index) => `8${index % 10}0${1 + (index % 9)}15-12${10 + index}`)

test.each([
  ['reviewer', names, ['personal:reviewer']],
  ['first_name', ['Anna', 'Bo', 'Cecilia', 'David', 'Eva', 'Finn'], ['personal:first_name']],
  ['ip', ips, ['personal:ip']],
  ['contacted_by', mails, ['personal:contacted_by']],
  ['personnummer', national, ['personal:personnummer']],
  ['place', Array.from({ length: 30 }, (_, index) => `59.33${index}, 18.06${index}`), ['personal:place']],
  // Not about people, or not shown.
  ['product_name', ['Big Pan', 'Small Pan', 'Blue Cup', 'Red Cup', 'Tea Pot', 'Old Jar'], []],
  ['colour', ['Red', 'Blue', 'Green', 'Dark Blue', 'White', 'Black'], []],
  ['email', Array.from({ length: 30 }, (_, index) => `a${index}@example.org`), []],
])('%s: personal data', async (header, cells, expected) => {
  expect(await doubted(header, cells)).toEqual(expected)
})

test.each([
  ['industry', [1, 2, 3, 4], ['codes:industry']],
  ['travel_purpose', [10, 20, 30], ['codes:travel_purpose']],
  ['food', [1, 2, 3, 4, 5], []],
  ['speed_rating', [1, 2, 3, 4], []],
  ['queue (1 = very good, 4 = very bad)', [1, 2, 3, 4], []],
  ['age', [1, 2, 3, 4], []],
  ['distance', Array.from({ length: 60 }, (_, index) => index), []],
])('%s: codes', async (header, cells, expected) => {
  expect(await doubted(header, cells)).toEqual(expected)
})

test.each([
  ['the first day of computers', ['1970-01-01'], ['dates:visited']],
  ['the far future', ['2099-12-31'], ['dates:visited']],
  ['both', ['1970-01-01', '2099-12-31'], ['dates:visited']],
  ['a day of the year after', ['2016-08-01'], []],
])('dates far from the others: %s', async (_, days, expected) => {
  const text = csvOf(['id', 'store', 'visited', 'rating'], 100, (index) => [
    index,
    `s${index % 4}`,
    days[index - 50] ?? `2015-0${1 + (index % 9)}-1${index % 9}`,
    1 + (index % 5),
  ])
  const found = findDoubts(await planText(text, { key: 'id', hierarchy: ['store'] }))
  expect(found.map(({ doubt }) => doubtId(doubt))).toEqual(expected)
  if (expected.length > 0) expect(found[0]?.doubt).toMatchObject({ from: '2015-01-10', to: '2015-09-18' })
})

test('many old dates are a part of the data', async () => {
  const text = csvOf(['id', 'store', 'visited', 'rating'], 100, (index) => [
    index,
    `s${index % 4}`,
    index < 20 ? '1999-05-05' : `2015-0${1 + (index % 9)}-11`,
    1 + (index % 5),
  ])
  expect(findDoubts(await planText(text, { key: 'id', hierarchy: ['store'] }))).toEqual([])
})

test('many dates of a day on which computers begin to count are doubted, unless they are most', async () => {
  const dated = async (count: number) => {
    const text = csvOf(['id', 'store', 'visited', 'rating'], 100, (index) => [
      index,
      `s${index % 4}`,
      index < count ? '1970-01-01' : `2015-0${1 + (index % 9)}-1${index % 9}`,
      1 + (index % 5),
    ])
    return findDoubts(await planText(text, { key: 'id', hierarchy: ['store'] })).map(({ doubt }) => doubtId(doubt))
  }
  expect(await dated(7)).toEqual(['dates:visited'])
  expect(await dated(40)).toEqual(['dates:visited'])
  expect(await dated(60)).toEqual([])
})

test('rows without a date are doubted with their number, unless the whole column is blank', async () => {
  const found = async (blank: (index: number) => boolean) => {
    const text = csvOf(['visited', 'score'], 40, (index) => [blank(index) ? '' : '2026-03-01', 1 + (index % 5)])
    return findDoubts(await planText(text, { date: 'visited' })).map(({ doubt, words }) => [
      doubtId(doubt),
      String(words),
    ])
  }
  expect(await found((index) => index % 8 === 0)).toEqual([['undated:visited', '5 of 40 responses have no date']])
  expect(await found((index) => index === 9)).toEqual([['undated:visited', '1 of 40 responses has no date']])
  expect(await found(() => false)).toEqual([])
})

test.each([
  ['one too many', [11], ['above:recommend']],
  ['an unknown code', [77], ['above:recommend']],
  ['one too few', [-2], ['below:recommend']],
  ['both', [-1, 11], ['above:recommend']],
  ['all of these', [-2, 11, 77, 99], ['above:recommend', 'below:recommend']],
])('a recommendation with answers outside 0 to 10: %s', async (_, outside, expected) => {
  const text = csvOf(['visited', 'recommend'], 200, (index) => [
    `2015-0${1 + (index % 9)}-1${index % 9}`,
    outside[index] ?? (index * 7) % 11,
  ])
  const plan = await planText(text)
  expect(plan.columns.find(({ variable }) => variable === 'recommend')?.plan).toMatchObject({
    type: 'scale',
    min: 0,
    max: 10,
  })
  expect(findDoubts(plan).map(({ doubt }) => doubtId(doubt))).toEqual(expected)
})
