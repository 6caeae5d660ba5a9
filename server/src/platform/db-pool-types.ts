import type { Generated } from 'kysely'
import type { PoolScale } from '@gensvar/contract/configuration/pool'
import type { DateText, Json, MomentNow } from './db-columns.ts'

/** A pool of organisations that compare their averages. */
interface BenchmarkPoolTable {
  id: Generated<number>
  name: string
  title: string
  indicators: Json<{ name: string; scale: PoolScale }[]>
  version: Generated<number>
}

/** An organisation in a pool. */
interface PoolMemberTable {
  pool_id: number
  universe_id: number
  joined_at: MomentNow
}

/** The average that an organisation takes part with, of the four quarters before `until`. */
interface PoolFigureTable {
  pool_id: number
  universe_id: number
  indicator: string
  until: DateText
  survey_id: number
  value: number
  n: number
}

/** The organisations whose averages were published together. */
interface PoolPublicationTable {
  pool_id: number
  indicator: string
  until: DateText
  members: number[]
}

/** The tables of pools. */
export interface PoolTables {
  benchmark_pool: BenchmarkPoolTable
  pool_member: PoolMemberTable
  pool_figure: PoolFigureTable
  pool_publication: PoolPublicationTable
}
