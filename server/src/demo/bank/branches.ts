import { logNormal } from '../distribution.ts'
import type { NewChoice } from '#server/domain/build/questions.ts'
import type { PlannedUnit, PlannedView } from '../plan.ts'
import type { Random } from '../random.ts'
import { slug } from '../slug.ts'
import { inFiveLanguages } from '../texts/five-languages.ts'
import type { Country } from '../texts/people.ts'
import { countries } from '../texts/places.ts'

/** A branch of the bank. */
export interface Branch {
  path: readonly [country: Country, area: string, branch: string]
  title: string
  /** Number of answers per quarter at the start. */
  perQuarter: number
  /** How much better or worse than average it is, and how that changes per year, in standard deviations. */
  level: number
  drift: number
}

/** Branches in the larger towns of an area; each gets enough answers for every figure. */
const townsPerArea = 3
const usualAnswers = { least: 102, most: 390, median: 125, spread: 0.35 }

/**
 * Branches in small towns: the answers per quarter of each, by area. Some have enough for a figure but not by
 * background, others have too few for any figure.
 */
const smallBranches: Readonly<Record<string, readonly number[]>> = {
  'se-north': [26],
  'se-west': [18],
  'no-east': [5, 2],
  'no-north': [12],
  'dk-jutland': [29],
  'fi-west': [1],
}

/** The branches, in the order of their areas. */
export function makeBranches(random: Random): Branch[] {
  const branch = (country: Country, area: string, town: string, perQuarter: number): Branch => ({
    path: [country, area, slug(town)],
    title: town,
    perQuarter,
    level: 0.3 * random.normal(),
    drift: 0.15 * random.normal(),
  })
  return countries.flatMap(({ extName: country, regions }) =>
    regions.flatMap(({ extName: area, stores, towns }) => [
      ...Object.keys(stores)
        .slice(0, townsPerArea)
        .map((town) => branch(country, area, town, usualSize(random))),
      ...towns
        .slice(0, smallBranches[area]?.length ?? 0)
        .map((town, at) => branch(country, area, town, smallBranches[area]?.[at] ?? 0)),
    ]),
  )
}

function usualSize(random: Random): number {
  const { least, most, median, spread } = usualAnswers
  return Math.min(most, Math.max(least, logNormal(random, median, spread)))
}

/** The view of countries, areas and branches. */
export function branchView(branches: readonly Branch[]): PlannedView {
  const units: PlannedUnit[] = countries.flatMap((country) => [
    { path: [country.extName], title: country.title },
    ...country.regions.map((region) => ({ path: [country.extName, region.extName], title: region.title })),
  ])
  units.push(...branches.map((branch) => ({ path: branch.path, title: { en: branch.title } })))
  const title = inFiveLanguages('Branches | Kontor | Kontorer | Filialer | Konttorit')
  return { extName: 'branches', title, levels: ['country', 'area', 'branch'], units }
}

/** The units of a level as choices of the question behind it; 1 is the top. */
export function choicesAt(view: PlannedView, depth: number): NewChoice[] {
  return view.units
    .filter((unit) => unit.path.length === depth)
    .map((unit) => ({ extName: unit.path[depth - 1] ?? '', title: unit.title }))
}
