/** Colours of a chart in one scheme: the same as the tokens of `tokens.css`, which a drawing cannot look up. */
export interface ChartPalette {
  /** Green first, then seven colours in order. */
  series: readonly string[]
  /** Every series after those. */
  further: string
  /** Values below zero of the green series, and series named negative. */
  negative: string
  ink: string
  quiet: string
  line: string
  surface: string
}

/** Colour schemes of the page. */
export type Scheme = 'light' | 'dark'

const eight = ['#00c896', '#2f6bde', '#e07b00', '#8e4ec6', '#0a93b0', '#c2417f', '#7a8b00', '#5b6472'] as const

/** Colours of charts in both schemes. */
export const chartPalettes: Readonly<Record<Scheme, ChartPalette>> = {
  light: {
    series: eight,
    further: '#808080',
    negative: '#be0000',
    ink: '#14171c',
    quiet: '#5b6472',
    line: '#dfe3e9',
    surface: '#ffffff',
  },
  dark: {
    series: [...eight.slice(0, 7), '#9ba3af'],
    further: '#808080',
    negative: '#e5484d',
    ink: '#eceff4',
    quiet: '#a3acba',
    line: '#343944',
    surface: '#1f2229',
  },
}

/** The properties of a series that its colour depends on. */
export interface Coloured {
  variable: string
  /** Colour of the server's choice, or null. */
  color: string | null
}

/** Colour of a series by its place (from 0), unless it has one of its own or is named negative. */
export function seriesColour(index: number, { variable, color }: Coloured, palette: ChartPalette): string {
  if (color !== null && /^#[0-9a-f]{6}$/i.test(color)) return color
  if (/^negatives?$/i.test(variable)) return palette.negative
  return palette.series[index] ?? palette.further
}
