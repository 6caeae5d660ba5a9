import { useMemo } from 'react'
import type { Key } from 'react'
import type { Column, LeadColumn, RowBehaviour, Selection } from './columns.ts'
import classes from './selection.module.css'
import { useTexts } from './texts.ts'

interface CheckProps {
  label: string
  isChecked: boolean
  isPartly?: boolean
  /** Reached by the arrow keys, as everything in a row but its name is. */
  isInRow?: boolean
  onToggle: () => void
}

function Check({ label, isChecked, isPartly = false, isInRow = false, onToggle }: CheckProps) {
  return (
    <label className={classes['check']}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        ref={(input) => {
          if (input !== null) input.indeterminate = isPartly
        }}
        tabIndex={isInRow ? -1 : undefined}
        onChange={onToggle}
      />
    </label>
  )
}

function changed(keys: ReadonlySet<Key>, some: readonly Key[], isOn: boolean): Set<Key> {
  const others = [...keys].filter((key) => !some.includes(key))
  return new Set(isOn ? [...others, ...some] : others)
}

/** The column with the checkboxes of a selection; its heading selects the rows shown. Undefined without a selection. */
export function useSelectionLead<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  keyOf: RowBehaviour<Row>['keyOf'],
  selection: Selection | undefined,
): LeadColumn<Row> | undefined {
  const t = useTexts()
  return useMemo(() => {
    if (selection === undefined) return undefined
    const { keys, onChange } = selection
    const shown = rows.map(keyOf)
    const count = shown.filter((key) => keys.has(key)).length
    const isAll = count > 0 && count === shown.length
    const nameOf = (row: Row) => columns[0]?.text(row) ?? ''
    return {
      title: t('selectShown'),
      short: '',
      text: () => '',
      head: (
        <Check
          label={t('selectShown')}
          isChecked={isAll}
          isPartly={count > 0 && !isAll}
          onToggle={() => onChange(changed(keys, shown, !isAll))}
        />
      ),
      cell: (row: Row) => {
        const key = keyOf(row, rows.indexOf(row))
        return (
          <Check
            isInRow
            label={t('selectRow', { name: nameOf(row) })}
            isChecked={keys.has(key)}
            onToggle={() => onChange(changed(keys, [key], !keys.has(key)))}
          />
        )
      },
    }
  }, [rows, columns, keyOf, selection, t])
}
