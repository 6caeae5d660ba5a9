import { colord } from 'colord'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultAccent, filledShade, preparedAccents, standardAccent } from './accent.ts'
import { accentFrom, accentSoft, accentText, buildPalette } from './palette.ts'

const contrast = (one: string, other: string): number => colord(one).contrast(other)

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is 21 for black on white and 1 for a colour on itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#2457d6', '#2457d6')).toBe(1)
})

test('a colour survives the way to OKLCH and back', () => {
  fc.assert(
    fc.property(colour, (hex) => {
      expect(colord(colord(hex).toOklch()).toHex()).toBe(hex)
    }),
  )
})

test('every colour of a tenant gives a filled shade that carries white text', () => {
  fc.assert(
    fc.property(colour, (hex) => {
      expect(contrast(buildPalette(hex)[filledShade], '#ffffff')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('every colour of a tenant gives text readable in both schemes', () => {
  fc.assert(
    fc.property(colour, (hex) => {
      const palette = buildPalette(hex)
      const text = accentText(palette)
      const soft = accentSoft(palette)
      for (const ground of ['#ffffff', '#f6f7f9', soft.light.rest]) {
        expect(contrast(text.light, ground)).toBeGreaterThanOrEqual(4.5)
      }
      for (const ground of ['#1f2229', '#16181d', soft.dark.rest]) {
        expect(contrast(text.dark, ground)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test('the ten shades run from pale to deep and differ', () => {
  const shades = buildPalette(defaultAccent)
  const lightness = shades.map((shade) => colord(shade).toOklch().l)
  expect(lightness).toEqual([...lightness].toSorted((a, b) => b - a))
  expect(new Set(shades).size).toBe(10)
  expect(shades[filledShade]).toBe(defaultAccent)
})

test('prepared accents are what is made of their colours', () => {
  for (const [colour, accent] of Object.entries(preparedAccents)) expect(accentFrom(colour), colour).toEqual(accent)
  expect(standardAccent).toEqual(accentFrom(defaultAccent))
})
