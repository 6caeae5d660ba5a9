import { useMemo } from 'react'
import { usePreference } from '#web/lib/use-preference.ts'
import type { Column } from './columns.ts'

/** The columns that the reader has shown or hidden, by id. */
interface Changes {
  shown: string[]
  hidden: string[]
}

const untouched: Changes = { shown: [], hidden: [] }

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function readChanges(stored: unknown): Changes {
  if (typeof stored !== 'object' || stored === null) return untouched
  const { shown, hidden } = stored as Record<string, unknown>
  return { shown: names(shown), hidden: names(hidden) }
}

/** A column that may be shown or hidden. */
interface ColumnOption {
  id: string
  title: string
  isShown: boolean
}

/** What a column chooser offers. */
export interface ColumnOptions {
  /** The columns that can be hidden: all but the naming ones. */
  options: ColumnOption[]
  toggle: (id: string) => void
}

/** The columns of a table the reader wants to see. */
interface ColumnChoice<Row> extends ColumnOptions {
  /** The columns chosen, in the order of the table. */
  chosen: Column<Row>[]
  /** The columns that have room: all chosen ones, or on a narrow screen the first and the sorted one. */
  fitting: Column<Row>[]
  /** Chosen columns that stand under the row's name on a narrow screen. */
  under: Column<Row>[]
  /** Chosen columns without room, or null where there is room for all. */
  folded: Column<Row>[] | null
}

/** Which columns of a table are shown, remembered under its `id`. `sortedBy` is the `sortBy` the table is sorted by. */
export function useColumnChoice<Row>(
  id: string,
  columns: readonly Column<Row>[],
  sortedBy: string | null,
  isNarrow: boolean,
): ColumnChoice<Row> {
  const [changes, setChanges] = usePreference(`columns.${id}`.slice(0, 100), readChanges)
  return useMemo(() => {
    const { shown, hidden } = changes
    const isShown = (column: Column<Row>): boolean =>
      shown.includes(column.id) || (column.extra !== true && !hidden.includes(column.id))
    const naming = columns.filter((column) => column.naming === true)
    const others = columns.filter((column) => column.naming !== true)
    const optional = others.filter(isShown)
    const kept = optional.find((column) => column.sortBy !== undefined && column.sortBy === sortedBy) ?? optional[0]
    const chosen = [...naming, ...optional]
    const fitting = isNarrow ? [...naming.slice(0, 1), ...(kept ? [kept] : [])] : chosen
    const unfit = chosen.filter((column) => !fitting.includes(column))
    const under = unfit.filter((column) => column.underName === true)
    const rest = unfit.filter((column) => column.underName !== true)
    return {
      options: others.map((column) => ({ id: column.id, title: column.title, isShown: isShown(column) })),
      toggle(toggled) {
        const column = others.find((one) => one.id === toggled)
        if (column === undefined) return
        const wasShown = isShown(column)
        const isExtra = column.extra === true
        const without = (list: string[]) => list.filter((name) => name !== toggled)
        setChanges({
          shown: wasShown || !isExtra ? without(shown) : [...without(shown), toggled],
          hidden: wasShown && !isExtra ? [...without(hidden), toggled] : without(hidden),
        })
      },
      chosen,
      fitting,
      under,
      folded: isNarrow && rest.length > 0 ? rest : null,
    }
  }, [columns, changes, setChanges, sortedBy, isNarrow])
}
