import { expect, test } from 'vitest'
import { initialsOf, logoAddress } from './logo.ts'

test('a universe’s logo is named after it in lower case (GLOB-10)', () => {
  expect(logoAddress('Nordic Retail')).toMatch(/\/logos\/nordic%20retail_square\.png$/)
})

test('initials are those of the first and the last word, or the first two letters', () => {
  expect(['Nordic Retail Group', 'retail', 'åhléns-city', 'x', '–'].map(initialsOf)).toEqual([
    'NG',
    'RE',
    'ÅC',
    'X',
    '',
  ])
})
