// Statistics beside the figures that they are of: what significance adds to a ranking of 5,000 units. GENSVAR_BENCH_PART
// measures one of them alone.
import { measureRankings } from './numbers/rankings.ts'

/** The parts by name, in the order they are measured. */
const parts: Readonly<Record<string, () => Promise<void>>> = { rankings: measureRankings }

const only = process.env['GENSVAR_BENCH_PART']
// It is no setting of the product.
delete process.env['GENSVAR_BENCH_PART']

for (const [name, measure] of Object.entries(parts)) if (only === undefined || only === name) await measure()
