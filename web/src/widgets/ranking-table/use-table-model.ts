import { useMemo } from 'react'
import type { RankingData, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'

/** Id of a column in the table and among the remembered ones. */
export function columnId(header: Pick<RankingHeader, 'value' | 'cellIndex'>): string {
  return `${header.value} ${header.cellIndex}`
}

/** What a table shows: the columns to be seen and the rows that match. */
export interface TableModel {
  columns: RankingHeader[]
  rows: readonly RankingRow[]
}

interface Choice {
  /** Ids of the columns to show. */
  shown: ReadonlySet<string>
  /** Part of a name; empty for all rows. */
  term: string
}

/** Columns and rows of a ranking after the reader's choices. */
export function useTableModel(ranking: RankingData, { shown, term }: Choice): TableModel {
  const { headers, nameCount, rows } = ranking
  const columns = useMemo(() => headers.filter((header) => shown.has(columnId(header))), [headers, shown])
  // The texts a row is found by, in small letters, made once: typing then only compares.
  const names = useMemo(() => {
    const naming = headers.slice(0, nameCount).map((header) => header.cellIndex)
    return rows.map((row) => naming.map((index) => (row.cells[index]?.text ?? '').toLocaleLowerCase()))
  }, [headers, nameCount, rows])
  const matching = useMemo(() => {
    const wanted = term.trim().toLocaleLowerCase()
    if (wanted === '') return rows
    return rows.filter((_row, index) => names[index]?.some((name) => name.includes(wanted)))
  }, [rows, names, term])
  return { columns, rows: matching }
}
