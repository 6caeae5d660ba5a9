import { and, ident, join, sql } from '../sql.ts'
import type { Fragment } from '../sql.ts'
import type { Atom } from './column-source.ts'
import type { DuckDb } from './duckdb.ts'
import type { Grouping } from './grouping.ts'
import type { AtomGroup } from './indicators.ts'
import { unpackTotal } from './packed-answers.ts'
import { responseTable } from './tables.ts'

/** The sums of one group of atoms by the rows' ids. */
export async function readSums(
  store: DuckDb,
  surveyId: number,
  grouping: Grouping,
  where: Fragment,
  group: AtomGroup,
  signal: AbortSignal,
): Promise<Map<number | null, number[]>> {
  const statement = sumsStatement(surveyId, grouping, and([where, group.where]), group.atoms)
  const { columns, rowCount } = await store.query(statement, { signal })
  const [keys = [], ...totals] = columns
  const result = new Map<number | null, number[]>()
  for (let row = 0; row < rowCount; row++) {
    const id = keys[row] ?? null
    const sums: number[] = []
    group.atoms.forEach((atom, index) => {
      const total = totals[index]?.[row] ?? null
      if (atom.packed && typeof total !== 'string') {
        const [count, sum, squares] = unpackTotal(total)
        sums.push(count, sum, squares)
      } else sums.push(Number(total ?? 0))
    })
    result.set(id === null ? null : Number(id), sums)
  }
  return result
}

/** The statement that takes sums over the rows that meet `where`, by the grouping's key. */
function sumsStatement(
  surveyId: number,
  grouping: Pick<Grouping, 'parts' | 'isWhole'>,
  where: Fragment,
  atoms: readonly Atom[],
): Fragment {
  const table = ident(responseTable(surveyId))
  const list = join(atoms.map((atom) => (atom.packed ? atom.sql : sql`cast(${atom.sql} as double)`)))
  const parts = grouping.parts.map((part) => {
    const rows = part.where ? and([where, part.where]) : where
    const select = sql`select ${part.key} as k, ${list} from ${table} where ${rows}`
    return grouping.isWhole ? select : sql`${select} group by ${groupKey(part.key)}`
  })
  return join(parts, ' union all ')
}

// A constant key cannot be named in a group by (a number there is a column's place); any constant expression can.
function groupKey(key: Fragment): Fragment {
  return /^(-?\d+|null)$/.test(key.parts.join('')) ? sql`state is null` : key
}
