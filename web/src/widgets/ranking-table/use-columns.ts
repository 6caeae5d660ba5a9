import { useMemo } from 'react'
import type { RankingData, RankingHeader } from '@gensvar/contract/entities/ranking'
import { usePreference } from '../use-preference.ts'
import { columnId } from './use-table-model.ts'

/** Columns whose being shown the reader has changed, by variable. */
interface ColumnChoice {
  shown: string[]
  hidden: string[]
}

const untouched: ColumnChoice = { shown: [], hidden: [] }

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function readChoice(stored: unknown): ColumnChoice {
  if (typeof stored !== 'object' || stored === null) return untouched
  const { shown, hidden } = stored as Record<string, unknown>
  return { shown: names(shown), hidden: names(hidden) }
}

function isChosen(header: RankingHeader, choice: ColumnChoice): boolean {
  if (choice.shown.includes(header.value)) return true
  return !header.extra && !choice.hidden.includes(header.value)
}

/** The columns of a table the reader wants to see, remembered per table and kind of rows. */
export interface Columns {
  /** Columns that may be shown or hidden: all but the ones that name a row. */
  optional: { header: RankingHeader; isShown: boolean }[]
  toggle: (header: RankingHeader) => void
  /** Ids of the columns chosen, in the order of the table. */
  chosen: ReadonlySet<string>
  /** Ids of the columns there is room for: all chosen ones, or on a narrow screen the name and the sorted column. */
  fitting: ReadonlySet<string>
  /** Chosen columns without room, or null where there is room for all. */
  folded: RankingHeader[] | null
}

/** Which columns of a ranking are shown. `sortedBy` is the column the table is sorted by. */
export function useColumns(
  id: string,
  ranking: RankingData | undefined,
  sortedBy: string | null,
  isNarrow: boolean,
): Columns {
  const kind = ranking?.leafRows === true ? 'rows' : 'units'
  const [choice, setChoice] = usePreference(`columns.${id}.${kind}`.slice(0, 100), readChoice)
  return useMemo(() => {
    const headers = ranking?.headers ?? []
    const nameCount = ranking?.nameCount ?? 0
    const naming = headers.slice(0, nameCount)
    const optional = headers.slice(nameCount).map((header) => ({ header, isShown: isChosen(header, choice) }))
    const figures = optional.filter(({ isShown }) => isShown).map(({ header }) => header)
    const kept = isNarrow ? (figures.find((header) => header.value === sortedBy) ?? figures[0]) : undefined
    const fittingHeaders = isNarrow ? [...naming.slice(0, 1), ...(kept ? [kept] : [])] : [...naming, ...figures]
    const rest = [...naming, ...figures].filter((header) => !fittingHeaders.includes(header))
    return {
      optional,
      toggle(header) {
        const { shown, hidden } = choice
        const isShown = isChosen(header, choice)
        const without = (list: string[]) => list.filter((name) => name !== header.value)
        setChoice({
          shown: isShown || !header.extra ? without(shown) : [...without(shown), header.value],
          hidden: isShown && !header.extra ? [...without(hidden), header.value] : without(hidden),
        })
      },
      chosen: new Set([...naming, ...figures].map(columnId)),
      fitting: new Set(fittingHeaders.map(columnId)),
      folded: isNarrow && rest.length > 0 ? rest : null,
    }
  }, [ranking, choice, setChoice, sortedBy, isNarrow])
}
