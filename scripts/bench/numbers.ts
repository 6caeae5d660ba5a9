// Statistics beside the figures that they are of: what significance adds to a ranking of 5,000 units, and the drivers of a
// score over 200,000 responses. GENSVAR_BENCH_PART measures one of them alone.
import { measureDrivers } from './numbers/drivers.ts'
import { measureRankings } from './numbers/rankings.ts'

/** The parts by name, in the order they are measured. */
const parts: Readonly<Record<string, () => Promise<void>>> = {
  rankings: measureRankings,
  drivers: measureDrivers,
}

const only = process.env['GENSVAR_BENCH_PART']
// It is no setting of the product.
delete process.env['GENSVAR_BENCH_PART']

for (const [name, measure] of Object.entries(parts)) if (only === undefined || only === name) await measure()
