import { colord, extend } from 'colord'
import type { Colord } from 'colord'
import a11y from 'colord/plugins/a11y'
import mix from 'colord/plugins/mix'
import oklch from 'colord/plugins/oklch'
import { filledShade } from './accent.ts'
import type { Accent, Palette } from './accent.ts'

extend([a11y, mix, oklch])

const textContrast = 4.5
const lightSurface = '#f6f7f9'
const darkSurface = '#1f2229'
const darkHover = '#2a2e37'

/** Lightness (0 to 1) of the shades below and above the filled one. */
const paleLightness = [0.97, 0.935, 0.88, 0.815, 0.745, 0.66]
const deepSteps = [0.07, 0.13, 0.19]

/** A colour by lightness (0 to 1), chroma and hue (degrees). */
type Oklch = ReturnType<Colord['toOklch']>

const toHex = (colour: Oklch): string => colord(colour).toHex()

/** The same hue, made lighter or darker (by the sign of `step`) until the check passes. */
function moveUntil(colour: Oklch, step: number, passes: (hex: string) => boolean): Oklch {
  let moved = colour
  while (!passes(toHex(moved)) && moved.l + step >= 0 && moved.l + step <= 1) {
    moved = { ...moved, l: moved.l + step }
  }
  return moved
}

/**
 * Builds ten shades from one colour of a tenant (hex). The filled shade is the colour itself, darkened only as
 * far as white text on it needs (4.5:1); the others keep its hue.
 */
export function buildPalette(colour: string): Palette {
  const base = colord(colour).toOklch()
  const filled = moveUntil(base, -0.01, (hex) => colord(hex).contrast('#ffffff') >= textContrast)
  const pale = paleLightness.map((l, index) =>
    toHex({ ...filled, l: Math.max(l, filled.l + 0.02), c: filled.c * (0.12 + 0.16 * index) }),
  )
  const deep = deepSteps.map((step) => toHex({ ...filled, l: Math.max(0.12, filled.l - step), c: filled.c * 0.95 }))
  const shades = [...pale, toHex(filled), ...deep]
  return shades as unknown as Palette
}

/** Soft backgrounds in the accent's hue for selected entries: normal and hovered, for each scheme. */
export function accentSoft(palette: Palette): Record<'light' | 'dark', { rest: string; hover: string }> {
  const over = (share: number): string => colord(darkSurface).mix(palette[filledShade], share, 'rgb').toHex()
  return {
    light: { rest: palette[0], hover: palette[1] },
    dark: { rest: over(0.22), hover: over(0.3) },
  }
}

/** Shades of the accent that are readable as text on each scheme's surfaces and soft grounds (4.5:1). */
export function accentText(palette: Palette): { light: string; dark: string } {
  const base = colord(palette[filledShade]).toOklch()
  const soft = accentSoft(palette)
  const onAll = (grounds: string[]) => (hex: string) =>
    grounds.every((ground) => colord(hex).contrast(ground) >= textContrast)
  const onLight = moveUntil(base, -0.01, onAll([lightSurface, soft.light.rest, soft.light.hover]))
  const onDark = moveUntil(base, 0.01, onAll([darkHover, soft.dark.rest, soft.dark.hover]))
  return { light: toHex(onLight), dark: toHex(onDark) }
}

/** The shades, texts and grounds of a universe's colour (hex). */
export function accentFrom(colour: string): Accent {
  const palette = buildPalette(colour)
  return { palette, text: accentText(palette), soft: accentSoft(palette) }
}
