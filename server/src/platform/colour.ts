/** A colour by its channels, each from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

/** A colour written as `#1f5fbf` or `#15b`; null for anything else. */
export function hexColour(text: string): Colour | null {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]
  if (hex === undefined) return null
  const long = hex.length === 6 ? hex : [...hex].map((digit) => digit + digit).join('')
  const at = (from: number): number => Number.parseInt(long.slice(from, from + 2), 16)
  return [at(0), at(2), at(4)]
}

/** A colour as `#1f5fbf`. */
export function printColour(colour: Colour): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** A colour moved towards another one in small steps until it has enough contrast with a ground. */
export function readableOn(ground: Colour, colour: Colour, towards: Colour, least: number): Colour {
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = mix(colour, towards, share)
    if (contrast(mixed, ground) >= least) return mixed
  }
  return towards
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const at = (channel: 0 | 1 | 2): number => Math.round(one[channel] * (1 - share) + other[channel] * share)
  return [at(0), at(1), at(2)]
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
