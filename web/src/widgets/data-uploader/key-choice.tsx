import { NativeSelect } from '@mantine/core'
import { useTexts } from './texts.ts'
import { useColumnName } from './column-name.ts'
import type { UploadedFile } from './use-importing.ts'

/** The column by which responses are recognised. */
export type KeyColumn = NonNullable<UploadedFile['suggested']['key']>

interface Props {
  columns: UploadedFile['spreadsheet']['columns']
  value: KeyColumn | null
  /** Responses can be updated, which their number can name as well. */
  mayUpdate: boolean
  disabled: boolean
  onChange: (key: KeyColumn | null) => void
}

/** Chooses the column by which responses are recognised, and what it holds. */
export function KeyChoice({ columns, value, mayUpdate, disabled, onChange }: Props) {
  const t = useTexts()
  const nameOf = useColumnName()
  return (
    <>
      <NativeSelect
        label={t('keyColumn')}
        value={value === null ? '' : String(value.idx)}
        data={[
          { value: '', label: t('noKeyColumn') },
          ...columns.map((column) => ({ value: String(column.idx), label: nameOf(column) })),
        ]}
        disabled={disabled}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? null : { by: value?.by ?? 'key', idx: Number(currentTarget.value) })
        }
      />
      {mayUpdate && value !== null && (
        <NativeSelect
          label={t('keyHolds')}
          value={value.by}
          data={[
            { value: 'key', label: t('keyHoldsKey') },
            { value: 'id', label: t('keyHoldsId') },
          ]}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ ...value, by: currentTarget.value === 'id' ? 'id' : 'key' })}
        />
      )}
    </>
  )
}
