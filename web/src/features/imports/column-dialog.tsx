import { Button, Checkbox, Group, Modal, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { columnTypes } from '@gensvar/contract/new-survey-plan'
import { useState } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import classes from './new-survey.module.css'
import type { ColumnSettings, ColumnType, PlannedColumn } from './planned-columns.ts'
import { useTexts } from './texts.ts'

interface Props {
  opened: boolean
  /** The column edited; the one before while the dialog closes. */
  column: PlannedColumn | null
  onClose: () => void
  onSave: (change: Partial<ColumnSettings>) => void
}

/** How one column is read: its title, its type, the ends of its scale, and whether it is imported at all. */
export function ColumnDialog({ opened, column, onClose, onSave }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('editColumn', { name: column?.title ?? '' })}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      {column !== null && <Fields key={column.variable} column={column} onClose={onClose} onSave={onSave} />}
    </Modal>
  )
}

const asNumber = (value: number | string): number | undefined =>
  value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)

function Fields({ column, onClose, onSave }: Pick<Props, 'onClose' | 'onSave'> & { column: PlannedColumn }) {
  const t = useTexts()
  const app = useAppTexts()
  const [title, setTitle] = useState(column.title)
  const [type, setType] = useState<ColumnType>(column.type ?? 'text')
  const [min, setMin] = useState<number | string>(column.min ?? '')
  const [max, setMax] = useState<number | string>(column.max ?? '')
  const [leftOut, setLeftOut] = useState(column.leftOut)
  const isScale = type === 'scale'
  const isTurned = isScale && min !== '' && max !== '' && Number(min) >= Number(max)
  return (
    <form
      className={classes['fields']}
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim() === '' || isTurned) return
        onSave({
          ...(title.trim() !== column.title && { title: title.trim() }),
          ...(type !== column.type && { type }),
          ...(isScale && { min: asNumber(min), max: asNumber(max) }),
          leftOut,
        })
      }}
    >
      <p className={classes['quiet']}>{t('inFile', { name: column.name })}</p>
      <TextInput
        label={t('columnTitle')}
        value={title}
        error={title.trim() === '' && t('fillIn')}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      {column.parts.length === 0 && (
        <NativeSelect
          label={t('type')}
          value={type}
          data={columnTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
          onChange={({ currentTarget }) => setType(columnTypes.find((one) => one === currentTarget.value) ?? 'text')}
        />
      )}
      {isScale && (
        <Group grow gap="xs" align="flex-start">
          <NumberInput label={t('scaleFrom')} value={min} onChange={setMin} hideControls />
          <NumberInput
            label={t('scaleTo')}
            value={max}
            onChange={setMax}
            hideControls
            error={isTurned && t('scaleTurned')}
          />
        </Group>
      )}
      <Checkbox
        label={t('leaveOutLong')}
        checked={leftOut}
        onChange={({ currentTarget }) => setLeftOut(currentTarget.checked)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {app('cancel')}
        </Button>
        <Button type="submit">{t('applyColumn')}</Button>
      </Group>
    </form>
  )
}
