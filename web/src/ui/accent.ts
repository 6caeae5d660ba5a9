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

/** What `accentFrom` makes of the product's own accent: most screens need no colour arithmetic at all. */
export const standardAccent: Accent = {
  palette: [
    '#edf5ff',
    '#d6eaff',
    '#bad8ff',
    '#9ac1ff',
    '#7aa9ff',
    '#558bff',
    '#2457d6',
    '#1542b9',
    '#052ea5',
    '#001691',
  ],
  text: {
    light: '#2457d6',
    dark: '#609bff',
  },
  soft: {
    light: {
      rest: '#edf5ff',
      hover: '#d6eaff',
    },
    dark: {
      rest: '#202e4f',
      hover: '#21325d',
    },
  },
}
