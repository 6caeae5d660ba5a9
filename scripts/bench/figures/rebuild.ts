import { compose } from '../../../server/src/compose.ts'
import { rebuildAnalytics } from '../../../server/src/domain/figures/engine/analytics.ts'
import { responseTable } from '../../../server/src/domain/figures/store/tables.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import { ident, portableSql } from '../../../server/src/platform/sql.ts'
import { verdict } from '../printing.ts'
import type { MeasuredData } from './measured-data.ts'

/** Most s for so many rows. */
const promised = { seconds: 60, rows: 2_000_000 }

/** Measures how long it takes to make all figures anew from PostgreSQL; no server may run. */
export async function measureRebuild({ folder, made }: MeasuredData, print: (line: string) => void): Promise<void> {
  const { deps, close } = await compose(readConfig({ GENSVAR_DATA: folder }))
  try {
    const sumOf = async (): Promise<string> => {
      const table = ident(responseTable(made.surveyId))
      const { columns } = await deps.analytics.store.query(
        portableSql`select count(*), sum(id), sum(day), sum(record_key) from ${table}`,
      )
      return columns.map(([first]) => String(first)).join(' ')
    }
    const before = await sumOf()
    const began = performance.now()
    await rebuildAnalytics(deps)
    const seconds = (performance.now() - began) / 1000
    const isSame = (await sumOf()) === before
    const most = promised.seconds * Math.max(1, made.rows / promised.rows)
    print(
      `figures of ${made.rows} responses rebuilt in ${seconds.toFixed(1)} s, ${(made.rows / seconds).toFixed(0)} a second, the ${isSame ? 'same' : 'WRONG'} rows; goal ${most.toFixed(0)} s   ${verdict(seconds <= most && isSame)}`,
    )
  } finally {
    await close()
  }
}
