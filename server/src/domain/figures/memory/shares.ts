import { pauses } from '#server/platform/pauses.ts'

/** Rows dealt between two looks at the clock. */
const stepRows = 16_384

/** Columns by name, with the ids of their rows; missing values are NaN. */
export interface LoadedRows {
  ids: Float64Array
  columns: ReadonlyMap<string, Float64Array>
}

/**
 * Which of so many shares a row belongs to. It follows from its id alone, so nobody has to know where a row is, new rows
 * included, and each share has its part of whatever rows are asked for.
 */
export function shareOf(id: number, shares: number): number {
  const mixed = Math.imul(id ^ Math.floor(id / 2 ** 32), 0x85ebca6b)
  return ((mixed ^ (mixed >>> 13)) >>> 3) % shares
}

/** Deals rows out to so many shares, in their order, with pauses for other work of this thread. */
export async function dealRows({ ids, columns }: LoadedRows, shares: number): Promise<LoadedRows[]> {
  if (shares === 1) return [{ ids, columns }]
  const pause = pauses()
  const owners = new Uint8Array(ids.length)
  const sizes = new Int32Array(shares)
  for (let from = 0; from < ids.length; from += stepRows) {
    for (let row = from; row < Math.min(ids.length, from + stepRows); row++) {
      const owner = shareOf(ids[row] ?? 0, shares)
      owners[row] = owner
      sizes[owner] = (sizes[owner] ?? 0) + 1
    }
    await pause()
  }
  const deal = async (values: Float64Array): Promise<Float64Array[]> => {
    const parts = Array.from(sizes, (size) => new Float64Array(size))
    const next = new Int32Array(shares)
    for (let from = 0; from < values.length; from += stepRows) {
      dealPart(values, owners, parts, next, from, Math.min(values.length, from + stepRows))
      await pause()
    }
    return parts
  }
  const dealtIds = await deal(ids)
  const dealt = new Map<string, Float64Array[]>()
  for (const [name, values] of columns) dealt.set(name, await deal(values))
  return dealtIds.map((part, share) => ({
    ids: part,
    columns: new Map([...dealt].map(([name, parts]) => [name, parts[share] ?? new Float64Array()])),
  }))
}

function dealPart(
  values: Float64Array,
  owners: Uint8Array,
  parts: readonly Float64Array[],
  next: Int32Array,
  from: number,
  to: number,
): void {
  for (let row = from; row < to; row++) {
    const owner = owners[row] ?? 0
    const at = next[owner] ?? 0
    const part = parts[owner]
    if (part) part[at] = values[row] ?? Number.NaN
    next[owner] = at + 1
  }
}
