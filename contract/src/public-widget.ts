/** What the script of a widget is served with. */
export type WidgetData =
  | {
      kind: 'score'
      /** Tag of the language of its texts. */
      lang: string
      /** The place, or the organisation. */
      name: string
      title: string
      /** The average as shown; null where it is withheld. */
      value: string | null
      /** The average in words, or that there are too few answers. */
      text: string
      /** So many reviews; empty where they are withheld. */
      count: string
      /** How much of the stars is filled, from 0 to 1; null without stars. */
      share: number | null
      delivered: string
    }
  | {
      kind: 'markup'
      /** JSON-LD. */
      ld: Readonly<Record<string, unknown>>
      hasRating: boolean
    }

/** How much of the stars a rating fills, from 0 to 1: a scale from 1 counts as from 0, so that its lowest has a star. */
export function starShare(rating: number, { min, max }: { min: number; max: number }): number {
  const from = min === 1 ? 0 : min
  return max === from ? 0 : Math.min(1, Math.max(0, (rating - from) / (max - from)))
}
