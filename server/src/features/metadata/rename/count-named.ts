import { answerPlaces } from './answer-places.ts'
import { countWideFilters, peoplePlaces } from './people-places.ts'
import type { RenameAt } from './place.ts'
import type { Rename } from './rename.ts'

/** How often a name is used besides answers and the configuration. */
export async function countNamed(at: RenameAt, rename: Rename): Promise<number> {
  const places = [...answerPlaces, ...peoplePlaces].filter(({ kind }) => kind !== 'responses' && kind !== 'imports')
  const counts = await Promise.all([...places.map((place) => place.count(at, rename)), countWideFilters(at, rename)])
  return counts.reduce((sum, count) => sum + count, 0)
}
