import { isRecord } from './draft-pages.ts'

/** A name that is not taken: with a number from 2 where the plain one is. */
export function freeName(wanted: string, taken: Iterable<string>): string {
  const known = new Set(taken)
  let name = wanted
  for (let number = 2; known.has(name); number += 1) name = `${wanted}_${number}`
  return name
}

/** A name for addresses made of a title: letters, digits and dashes; `page` where nothing of it is left. */
export function nameFor(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const name = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '')
  return name.slice(0, 60) || 'page'
}

/** All `id`s in a text, also of components inside others. */
export function idsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsOf)
  if (!isRecord(value)) return []
  const { id, ...rest } = value
  return [...(typeof id === 'string' ? [id] : []), ...Object.values(rest).flatMap(idsOf)]
}

/** How one entry of a list was moved, by the keys before and after; null where none was. */
export function moveOf<Key>(before: readonly Key[], after: readonly Key[]): { from: number; to: number } | null {
  const first = before.findIndex((key, index) => key !== after[index])
  const last = before.findLastIndex((key, index) => key !== after[index])
  if (first < 0) return null
  return after[last] === before[first] ? { from: first, to: last } : { from: last, to: first }
}
