import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { expect, test } from 'vitest'
import { pageOf, pagePeriod, surveyPeriod } from './page-period.ts'

const config = surveyConfig.parse({
  defaultPage: 'second',
  pages: [
    { extname: 'first', selectionInterval: 'last_1y' },
    { extname: 'second', selectionInterval: 'last_3m' },
    { extname: 'third' },
    { extname: 'ranks', kind: 'rankings', selectionInterval: 'last_1m' },
    { extname: 'fourth', selectionInterval: 'all_time' },
  ],
})

test("a page has its own period, else that of the survey's default page", () => {
  expect(config.pages.map((page) => pagePeriod(config, page))).toEqual([
    'last_1y',
    'last_3m',
    'last_3m',
    'last_1m',
    'all_time',
  ])
  expect(pageOf(config, { page: 'first' })?.extname).toBe('first')
  expect(pageOf(config, { page: 'unknown' })).toBeUndefined()
  expect(pageOf(config, {})).toBeUndefined()
  expect(pageOf(config, { kind: 'rankings' })?.extname).toBe('ranks')
  expect(pagePeriod(config, undefined)).toBe('last_3m')
})

test('the first page is the default one; without a period there it is all time', () => {
  expect(surveyPeriod({ ...config, defaultPage: undefined })).toBe('last_1y')
  expect(surveyPeriod({ pages: config.pages.slice(2, 3), defaultPage: undefined })).toBeNull()
  expect(surveyPeriod({ pages: [], defaultPage: undefined })).toBeNull()
})
