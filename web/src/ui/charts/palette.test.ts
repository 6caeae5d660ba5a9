import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chartPalettes, seriesColour } from './palette.ts'

const plain = { variable: 'csi', color: null }

test('the first series is green, negatives are red, then come seven colours in order, and grey after (DEVCH-08)', () => {
  const { light } = chartPalettes
  const colours = Array.from({ length: 11 }, (_, index) => seriesColour(index, plain, light))
  expect(colours).toEqual([
    '#00c896',
    '#2f6bde',
    '#e07b00',
    '#8e4ec6',
    '#0a93b0',
    '#c2417f',
    '#7a8b00',
    '#5b6472',
    '#808080',
    '#808080',
    '#808080',
  ])
  expect(seriesColour(1, { variable: 'negative', color: null }, light)).toBe('#be0000')
})

test('a series named Negatives is red, however it is written, and no other is', () => {
  const colour = (variable: string) => seriesColour(2, { variable, color: null }, chartPalettes.light)
  for (const name of ['Negatives', 'negatives', 'NEGATIVE', 'Negative']) expect(colour(name), name).toBe('#be0000')
  for (const name of ['negativity', 'not negative', 'negatives2', 'nonnegatives', ''])
    expect(colour(name), name).toBe('#e07b00')
  expect(seriesColour(2, { variable: 'Negatives', color: '#123456' }, chartPalettes.light)).toBe('#123456')
})

test('a colour of the server’s choice wins, unless it is none', () => {
  expect(seriesColour(0, { variable: 'csi', color: '#123456' }, chartPalettes.light)).toBe('#123456')
  expect(seriesColour(0, { variable: 'csi', color: 'url(x)' }, chartPalettes.light)).toBe('#00c896')
})

test('the positive colour is #00C896, the negative one #BE0000 and the neutral one grey, in charts and on fills (CONST-02)', () => {
  const { light, dark } = chartPalettes
  const [positive] = light.series
  expect([positive, light.negative, light.further]).toEqual(['#00c896', '#be0000', '#808080'])
  // Red is lighter on dark grounds, where it could not be seen.
  expect([dark.series[0], dark.further]).toEqual(['#00c896', '#808080'])
  const fills = Object.fromEntries(
    [...css.matchAll(/--gv-(\w[\w-]*)-fill: (#[0-9a-f]{6})/g)].map(([, name = '', colour]) => [name, colour]),
  )
  expect(fills).toMatchObject({ positive: '#00c896', negative: '#be0000', 'no-value': '#808080' })
})

const css = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8')

describe.each(['light', 'dark'] as const)('the colours of the %s scheme', (scheme) => {
  const own = css.slice(css.indexOf(`[data-mantine-color-scheme='${scheme}']`)).split('}')[0] ?? ''
  const token = (name: string) => new RegExp(`--gv-${name}: (#[0-9a-f]{6})`).exec(own)?.[1]
  const palette = chartPalettes[scheme]

  test('are those of the page', () => {
    expect(palette.series).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => token(`series-${number}`)))
    expect(palette.negative).toBe(token('series-negative'))
    for (const name of ['ink', 'quiet', 'line', 'surface'] as const) expect(palette[name], name).toBe(token(name))
  })
})
