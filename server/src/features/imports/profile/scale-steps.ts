import type { WordFamily } from './scale-language.ts'

/** Kinds of ordered answers that are not numbers. */
export type VerbalFamily = Exclude<WordFamily, 'ends'> | 'grade' | 'stars' | 'faces' | 'promoter'

/**
 * Scales whose ends are not opposites, or that lack a middle: the degrees of their steps. Others are completed with the
 * opposites of the answers that occur.
 */
const templates: Partial<Record<VerbalFamily, readonly (readonly number[])[]>> = {
  satisfaction: [
    [2, 1.5, -2],
    [2, 1, -2],
    [3, 1.5, -3],
    [4, 3, 1.7, 1, -4],
  ],
  likelihood: [
    [3, 1.5, -3],
    [4, 3, 1.7, 1, -4],
  ],
  agreement: [
    [4, 2, 1, -4],
    [4, 1, -4],
    [4, 1.5, 1, -4],
    [3, 1.5, 1, -3],
    [3, 2, 1, -3],
    [3, 2, 1.5, -3],
  ],
  importance: [
    [3, 2, 1, -1.5, -2],
    [4, 3, 1.7, 1, -4],
    [4, 3, 2, 1, -4],
    [4, 3, 2, 1.5, -2],
    [3, 2, 0, -2, -3],
    [3, 2, 1, -3],
    [3, 2, 1.5, -2],
    [3, 1.5, -1.5, -3],
    [3, 2, -1.5, -3],
    [3, 1.5, -2],
    [3, 2, -2],
    [2, -2],
  ],
  quality: [
    [3, 2, 0, -2, -3],
    [2, 1.5, 0, -1.5, -2],
    [4, 3, 2, 0.5, -2],
    [3, 2, 0.5, -2, -3],
    [4, 2, 0.5, -2],
    [4, 2, 0, -2],
    [4, 2, 0, -2, -4],
    [4, 3, 0, -2, -4],
    [4, 2, 0, -2, -3],
    [4, 2, 0.5, -2, -3],
    [3, 2, -2, -3],
    [3, 1.5, 0, -1.5, -3],
    [3, 1.5, -1.5, -3],
    [4, 2, 0.5, -1, -2],
    [4, 3, 2, 0.5, -1, -2],
    [2, 0, -2],
    [2, 0.5, -2],
    [2, -2],
  ],
  frequency: [
    [4, 2.5, 2, 1, 0],
    [4, 3, 2, 1, 0],
    [4, 3, 2, 0],
    [4, 3.2, 2, 1, 0],
    [3.2, 2, 1, 0],
    [3.2, 2.5, 2, 1, 0],
    [2.5, 2, 0],
    [4, 2, 0],
  ],
}

/** The degrees of the whole scale, from the worst, when `seen` occur. */
export function scaleOf(family: VerbalFamily, seen: ReadonlySet<number>): number[] {
  const known = [...seen]
  const covers = (template: readonly number[]): boolean => known.every((degree) => template.includes(degree))
  const all = templates[family] ?? []
  const same = all.find((template) => template.length === seen.size && covers(template))
  if (same) return ascending(same)
  if (family === 'grade') return gradesOf(known)
  if (family === 'quality' || family === 'frequency' || family === 'importance') {
    const fitting = all.filter(covers).toSorted((a, b) => a.length - b.length)
    return ascending(fitting[0] ?? known)
  }
  // Faces that could not be rounded are ordered as they are.
  if (family === 'faces' && known.some((degree) => !Number.isInteger(degree))) return ascending(known)
  return ascending(known.flatMap((degree) => [degree, -degree]))
}

/** A to F, with E only where it occurs (not every country has one), with signs only where they do. */
function gradesOf(known: readonly number[]): number[] {
  if (known.some((degree) => !Number.isInteger(degree))) return ascending(known)
  const e = 1
  return [0, 1, 2, 3, 4, 5].filter((letter) => letter !== e || known.includes(e))
}

function ascending(degrees: readonly number[]): number[] {
  // -0 and 0 are one degree.
  return [...new Set(degrees.map((degree) => degree + 0))].toSorted((a, b) => a - b)
}
