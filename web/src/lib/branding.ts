import { namesOnly } from '@gensvar/contract/names-only'
import { createStore, useStore } from './store.ts'
import { defaultAccent } from '#web/ui/accent.ts'

/** Named accents a universe may choose instead of a colour of its own. */
const accents = {
  blue: defaultAccent,
  teal: '#0b7285',
  green: '#2b7a4b',
  violet: '#6741d9',
  plum: '#9c36b5',
  rose: '#c2255c',
  orange: '#c2410c',
  slate: '#475569',
}

const named = namesOnly<Record<string, string>>(accents)

/** Names of the accents, in the order they are offered. */
export const accentNames = Object.keys(accents) as (keyof typeof accents)[]

/** A universe's accent and logo, once a survey has been opened. */
export interface Branding {
  accent: string
  logo: string | null
}

const brandingStore = createStore<Branding>({ accent: defaultAccent, logo: null })

/** The accent of a palette: a named one, a colour such as `#0b7285`, or the product's own. */
export function accentOf(palette: string | null): string {
  if (palette === null) return defaultAccent
  return named[palette.toLowerCase()] ?? (/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(palette) ? palette : defaultAccent)
}

/** Applies a universe's branding. */
export function applyBranding(branding: { palette: string | null; logo: string | null }): void {
  const next = { accent: accentOf(branding.palette), logo: branding.logo }
  const { accent, logo } = brandingStore.get()
  if (next.accent !== accent || next.logo !== logo) brandingStore.set(next)
}

/** The branding shown now. */
export function useBranding(): Branding {
  return useStore(brandingStore, (state) => state)
}
