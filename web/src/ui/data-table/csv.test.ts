import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCsv } from './csv.ts'

/** A file of one cell, without the byte order mark and the line end. */
const cell = (content: Parameters<typeof writeCsv>[0][number][number]) => writeCsv([[content]]).slice(1, -2)

test.each(['=1+1', '+46 8 123', '-2', '@cmd', '\tx'])('%j is written as a text, not as a formula', (content) => {
  expect(cell(content)).toBe(`'${content}`)
})

test('figures stay figures, also negative ones', () => {
  expect(cell({ figure: '-12' })).toBe('-12')
  expect(cell({ figure: '\u{2212}12,5' })).toBe('"-12,5"')
})

test('quotes, commas and line ends are written the way RFC 4180 has it', () => {
  const file = writeCsv([
    ['Unit', 'Said'],
    ['Göteborg', 'He said "no", twice'],
    ['Åre', 'one\r\ntwo'],
  ])
  expect(file).toBe('\u{feff}Unit,Said\r\nGöteborg,"He said ""no"", twice"\r\nÅre,"one\r\ntwo"\r\n')
})

test('no text begins with a sign a spreadsheet runs', () => {
  fc.assert(
    fc.property(fc.string(), (content) => {
      expect(cell(content).replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
