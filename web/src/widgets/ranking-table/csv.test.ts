import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, writeCsv } from './csv.ts'

const text = { renderType: 'string' } as const
const number = { renderType: 'number' } as const

test.each(['=1+1', '+46 8 123', '-2', '@cmd', '\tx'])('%j is written as a text, not as a formula', (content) => {
  expect(csvCell({ text: content }, text)).toBe(`'${content}`)
})

test('figures stay figures, also negative ones', () => {
  expect(csvCell({ text: '-12', value: -12 }, number)).toBe('-12')
  expect(csvCell({ text: '\u{2212}12,5', value: -12.5 }, number)).toBe('-12,5')
  expect(csvCell({ text: '-12', value: null }, number)).toBe("'-12")
})

test('a cell that is not there is empty', () => {
  expect(csvCell(undefined, text)).toBe('')
})

test('quotes, commas and line ends are written the way RFC 4180 has it', () => {
  const file = writeCsv(
    ['Unit', 'Said'],
    [
      ['Göteborg', 'He said "no", twice'],
      ['Åre', 'one\r\ntwo'],
    ],
  )
  expect(file).toBe('\u{feff}Unit,Said\r\nGöteborg,"He said ""no"", twice"\r\nÅre,"one\r\ntwo"\r\n')
})

test('no text begins with a sign a spreadsheet runs', () => {
  fc.assert(
    fc.property(fc.string(), (content) => {
      expect(csvCell({ text: content }, text)).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})
