/** What can be picked in a chart: a series, a category, or the value of both; by their indices. */
export interface PickAt {
  series?: number
  category?: number
}

/** What picking leads to: an address, or a change of the page, and its name for the keyboard and screen readers. */
export type Pick = { label: string } & ({ href: string } | { run: () => void })

/** Tells what picking does; null where nothing is to be picked. */
export type PickOf = (at: PickAt) => Pick | null

/** What a click on a value does: what is said of the value itself, else of its series, else of its category. */
export function pickOfValue(pickOf: PickOf, { series, category }: Required<PickAt>): Pick | null {
  return pickOf({ series, category }) ?? pickOf({ series }) ?? pickOf({ category })
}
