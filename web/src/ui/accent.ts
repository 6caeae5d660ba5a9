/** Ten shades from pale (0) to deep (9), as the component library wants them. */
export type Palette = readonly [string, string, string, string, string, string, string, string, string, string]

/** A universe's colour as the screens use it, by scheme. */
export interface Accent {
  palette: Palette
  /** Shades that are readable as text. */
  text: Record<'light' | 'dark', string>
  /** Quiet grounds under chosen entries, at rest and hovered. */
  soft: Record<'light' | 'dark', { rest: string; hover: string }>
}

/** Index of the shade filled controls wear in both schemes; white text on it is readable. */
export const filledShade = 6

/** The product's own accent. */
export const defaultAccent = '#2457d6'

function prepared(shades: string, text: string, darkGrounds: string): Accent {
  const palette = shades.split(' ') as unknown as Palette
  const [light = '', dark = ''] = text.split(' ')
  const [rest = '', hover = ''] = darkGrounds.split(' ')
  return {
    palette,
    text: { light, dark },
    soft: { light: { rest: palette[0], hover: palette[1] }, dark: { rest, hover } },
  }
}

/** What `accentFrom` makes of the product's accent and of the named ones: with these no arithmetic is fetched. */
export const preparedAccents: Readonly<Record<string, Accent>> = {
  '#2457d6': prepared(
    '#edf5ff #d6eaff #bad8ff #9ac1ff #7aa9ff #558bff #2457d6 #1542b9 #052ea5 #001691',
    '#2457d6 #609bff',
    '#202e4f #21325d',
  ),
  '#0b7285': prepared(
    '#eef7fa #d8eef4 #bcdfe7 #9cccd8 #7ab8c7 #529fb1 #0b7285 #005d6f #004c5d #003c4d',
    '#0b7285 #56acc0',
    '#1b343d #193a45',
  ),
  '#2b7a4b': prepared(
    '#eff8f1 #dbf0e1 #c1e1ca #a3cfb0 #83bc95 #5fa476 #2b7a4b #17653a #00542a #00431a',
    '#277748 #65b17f',
    '#223530 #233c33',
  ),
  '#6741d9': prepared(
    '#f4f3ff #e6e4ff #d3ceff #beb5ff #a899ff #8f77ff #6741d9 #552cbc #4611a7 #390093',
    '#6741d9 #a58aff',
    '#2f2950 #352b5e',
  ),
  '#9c36b5': prepared(
    '#fdf0ff #fbdeff #f1c5fd #e5a9f5 #d68aea #c166d9 #9c36b5 #84229b #710288 #5f0075',
    '#9c36b5 #da74f5',
    '#3b2648 #452853',
  ),
  '#c2255c': prepared(
    '#ffeff2 #ffdbe4 #ffc1ce #ffa2b6 #f8829d #e75a80 #c2255c #a60a4a #91003a #7d002a',
    '#be2059 #ff628e',
    '#432334 #502338',
  ),
  '#c2410c': prepared(
    '#fff1eb #ffdfd2 #ffc7b3 #fdab91 #f38d6d #e26942 #c2410c #a72e00 #921600 #7e0000',
    '#bb3a00 #fa7549',
    '#432923 #502b20',
  ),
  '#475569': prepared(
    '#f3f5f8 #e5eaf1 #d1d8e3 #bac3d1 #a1adbf #8593a8 #475569 #354254 #263244 #182334',
    '#475569 #8c9bb2',
    '#282d37 #2b313c',
  ),
}

/** The product's own accent, which screens begin with. */
export const standardAccent = preparedAccents[defaultAccent] as Accent
