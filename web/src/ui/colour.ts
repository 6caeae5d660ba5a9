/** A colour as red, green and blue between 0 and 255. */
interface Rgb {
  r: number
  g: number
  b: number
}

/** A colour by lightness (0 to 1), chroma and hue (radians) in the OKLCH space. */
export interface Oklch {
  l: number
  c: number
  h: number
}

function parseHex(hex: string): Rgb {
  const text = hex.replace('#', '')
  const full = text.length === 3 ? [...text].map((digit) => digit + digit).join('') : text
  const value = Number.parseInt(full, 16)
  if (full.length !== 6 || Number.isNaN(value)) throw new Error(`${hex} is not a colour such as #2457d6`)
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 }
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function gamma(value: number): number {
  const share = value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, share)) * 255)
}

/** Relative luminance of a hex colour, 0 (black) to 1 (white), as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const { r, g, b } = parseHex(hex)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** Contrast ratio of two hex colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const a = luminance(one)
  const b = luminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Hex colour to OKLCH (Ottosson 2020, "A perceptual color space for image processing"). */
export function toOklch(hex: string): Oklch {
  const rgb = parseHex(hex)
  const [r, g, b] = [linear(rgb.r), linear(rgb.g), linear(rgb.b)]
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
  const lightness = 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s
  const a = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s
  const bb = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s
  return { l: lightness, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

/** OKLCH to a hex colour; channels outside the screen's range are cut off. */
export function toHex({ l, c, h }: Oklch): string {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const ll = (l + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3
  const mm = (l - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3
  const ss = (l - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3
  const channels = [
    gamma(4.076_741_662_1 * ll - 3.307_711_591_3 * mm + 0.230_969_929_2 * ss),
    gamma(-1.268_438_004_6 * ll + 2.609_757_401_1 * mm - 0.341_319_396_5 * ss),
    gamma(-0.004_196_086_3 * ll - 0.703_418_614_7 * mm + 1.707_614_701 * ss),
  ]
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Lays one colour over another: `share` 0 is the ground alone, 1 the colour alone. */
export function mix(colour: string, ground: string, share: number): string {
  const [over, under] = [parseHex(colour), parseHex(ground)]
  const channels = [
    over.r * share + under.r * (1 - share),
    over.g * share + under.g * (1 - share),
    over.b * share + under.b * (1 - share),
  ]
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
