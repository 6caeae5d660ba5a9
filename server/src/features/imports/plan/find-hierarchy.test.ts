import { describe, expect, test } from 'vitest'
import { byVariable, csvOf, planText } from '../testing/planned-file.ts'

/** A number that looks random but is the same each time. */
const some = (index: number, below: number): number =>
  Math.floor((Math.abs(Math.sin(index * 12.9898 + below) * 43758.5453) % 1) * below)

describe('the hierarchy', () => {
  test('is found by names and by what follows from what', async () => {
    const text = csvOf(['customer_country', 'Store', 'gender', 'Region', 'Country', 'score'], 300, (index) => {
      const store = some(index, 40)
      return [
        `C${some(index + 7, 9)}`,
        `Store ${store}`,
        ['w', 'm'][index % 2] ?? '',
        `Region ${store % 8}`,
        `Land ${store % 2}`,
        1 + (index % 5),
      ]
    })
    expect((await planText(text)).views).toMatchObject([{ levels: ['Country', 'Region', 'Store'] }])
  })

  test('is found without names where columns nest', async () => {
    const text = csvOf(['x', 'y', 'colour'], 300, (index) => [
      `p${some(index, 60)}`,
      `g${some(index, 60) % 6}`,
      `c${some(index + 3, 5)}`,
    ])
    expect((await planText(text)).views).toMatchObject([{ levels: ['y', 'x'] }])
  })

  test('takes one name of two for the same units', async () => {
    const text = csvOf(['store_id', 'store_name', 'score'], 200, (index) => [
      100 + (index % 20),
      `Butik ${String.fromCharCode(65 + (index % 20))}`,
      1 + (index % 5),
    ])
    expect((await planText(text)).views).toMatchObject([{ levels: ['store_name'] }])
  })

  test('names under several units are reported', async () => {
    const text = csvOf(['region', 'store', 'score'], 60, (index) => [
      index === 3 ? 'South' : index % 2 ? 'North' : 'South',
      `s${index % 6}`,
      1 + (index % 5),
    ])
    const plan = await planText(text, { hierarchy: ['region', 'store'] })
    expect(byVariable(plan)['region']?.warnings).toEqual([])
    expect(byVariable(plan)['store']?.warnings).toEqual([
      'one name occurs under more than one region ("s3" under "South" and "North"); each is counted there as a separate unit',
    ])
  })

  test('is a single level where nothing nests, and there is none where there is no choice at all', async () => {
    const flat = csvOf(['channel', 'score'], 60, (index) => [
      ['web', 'store', 'phone'][index % 3] ?? '',
      1 + (index % 5),
    ])
    expect((await planText(flat)).views).toMatchObject([{ levels: ['channel'] }])
    const bare = await planText(csvOf(['score', 'amount'], 60, (index) => [1 + (index % 5), index * 1.5]))
    expect(bare.views).toEqual([])
    expect(bare.notes.map(({ field }) => field)).toContain('hierarchy')
  })

  test.each([
    { header: 'How often do you shop here?', found: [] },
    { header: 'What is the size of the team you work with', found: [] },
    { header: 'Team size', found: [] },
    { header: 'Which store did you visit?', found: ['which_store_did_you_visit'] },
    { header: 'Dept', found: ['Dept'] },
  ])('is not made of questions about something else, nor of amounts: $header', async ({ header, found }) => {
    const text = csvOf([header, 'score'], 60, (index) => [['north', 'south', 'east'][index % 3] ?? '', 1 + (index % 5)])
    expect((await planText(text)).views.flatMap(({ levels }) => levels)).toEqual(found)
  })

  test.each([
    'Occupation',
    'Yearly income',
    'Place of residence',
    'Job title',
    'Q11',
    'breakfast',
    'Yrke',
    'Household',
  ])('is no single level of what describes a person or says nothing: %s', async (header) => {
    const text = csvOf([header, 'score'], 60, (index) => [['a', 'b', 'c'][index % 3] ?? '', 1 + (index % 5)])
    expect((await planText(text)).views).toEqual([])
  })

  test.each(['Class', 'platform', 'Product purchased', 'Survey name', 'governorate', 'Enterprise', 'workshop'])(
    'is a single level of units or of what is offered: %s',
    async (header) => {
      const text = csvOf([header, 'score'], 60, (index) => [['a', 'b', 'c'][index % 3] ?? '', 1 + (index % 5)])
      expect((await planText(text)).views).toHaveLength(1)
    },
  )

  test('is read from columns side by side that are named in one manner, though a name occurs under several', async () => {
    const text = csvOf(['Division Name', 'Department Name', 'Class Name', 'score'], 400, (index) => {
      const item = some(index, 12)
      const division = item < 2 ? 'Kids' : ['Regular', 'Regular', 'Large'][some(index + 5, 3)]
      return [division ?? '', `Department ${item % 6}`, `Class ${item}`, 1 + (index % 5)]
    })
    expect((await planText(text)).views).toMatchObject([{ levels: ['division_name', 'department_name', 'class_name'] }])
  })

  test('keeps the top where there are too many levels, and leaves out one as fine as the next', async () => {
    const headers = ['governorate', 'district', 'sub district', 'community', 'facility', 'score']
    const text = csvOf(headers, 400, (index) => {
      const place = some(index, 24)
      const names = [place % 2, place % 6, place % 12, Math.min(place, 22), place].map(
        (name, level) => `${'gdscf'[level]}${name}`,
      )
      return [...names, 1 + (index % 5)]
    })
    expect((await planText(text)).views[0]?.levels).toEqual(['governorate', 'district', 'sub_district', 'facility'])
  })

  test('takes names of units that have few answers each', async () => {
    const text = csvOf(['Hotel_Name', 'score'], 100, (index) => [
      `Hotel ${some(index, 130)} by the lake`,
      1 + (index % 5),
    ])
    expect((await planText(text)).views).toMatchObject([{ levels: ['Hotel_Name'] }])
  })

  test('as asked for, whatever the columns hold; an unknown or repeated column is an error', async () => {
    const text = csvOf(['a', 'b'], 30, (index) => [index % 3, index % 10])
    expect((await planText(text, { hierarchy: ['a', 'B'] })).columns.map(({ plan }) => plan.type)).toEqual([
      'single',
      'single',
    ])
    await expect(planText(text, { hierarchy: ['a', 'c'] })).rejects.toMatchObject({
      message: expect.stringContaining('no column "c"'),
      settings: ['hierarchy'],
    })
    await expect(planText(text, { hierarchy: ['a', 'a'] })).rejects.toMatchObject({
      settings: ['hierarchy'],
    })
  })
})
