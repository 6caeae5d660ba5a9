import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { columnTypes } from '@gensvar/contract/new-survey-plan'
import type { NewSurveyCheck, NewSurveyOptions } from '@gensvar/contract/new-survey-plan'
import type { ReactNode } from 'react'
import classes from './new-survey.module.css'
import type { PlannedColumn } from './planned-columns.ts'
import { isPlain, withSettings } from './planned-columns.ts'
import { useTexts } from './texts.ts'
import type { ChangeOptions } from './use-new-survey.ts'

interface Entry {
  key: string
  label: string
  isChosen: boolean
  run: () => void
}

interface Props {
  column: PlannedColumn
  options: NewSurveyOptions
  onChange: ChangeOptions
}

/** A cell that opens a menu. It is reached by the arrow keys; Tab stops once per row. */
function CellMenu({ label, shown, entries }: { label: string; shown: ReactNode; entries: readonly Entry[] }) {
  return (
    <Menu position="bottom-start" width={240} withinPortal>
      <Menu.Target>
        <button type="button" className={classes['cellMenu']} tabIndex={-1} aria-label={label}>
          <span>{shown}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        {entries.map(({ key, label: words, isChosen, run }) => (
          <Menu.Item
            key={key}
            aria-current={isChosen || undefined}
            rightSection={isChosen ? <IconCheck size={16} aria-hidden="true" /> : null}
            onClick={() => !isChosen && run()}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The type of a column, and the menu that changes it or leaves the column out. */
export function TypeMenu({ column, options, onChange }: Props) {
  const t = useTexts()
  const { index, title, type, typeText, leftOut } = column
  const set = (change: Parameters<typeof withSettings>[2]) =>
    onChange({ columns: withSettings(options.columns, index, change) })
  const types = columnTypes.map((one) => ({
    key: one,
    label: t(`type_${one}`),
    isChosen: !leftOut && one === type,
    // Another type has no use for the ends of a scale.
    run: () => set({ type: one, leftOut: false, min: undefined, max: undefined }),
  }))
  const out = { key: 'out', label: t('leaveOut'), isChosen: leftOut, run: () => set({ leftOut: true }) }
  const back = { key: 'in', label: t('takeIn'), isChosen: false, run: () => set({ leftOut: false }) }
  const shown = leftOut ? t('leftOut') : typeText
  return (
    <CellMenu
      label={t('typeOf', { name: title, type: shown })}
      shown={shown}
      entries={[...(isPlain(column) ? types : []), ...(leftOut ? [back] : []), out]}
    />
  )
}

/** What a column is besides a question, and the menu that changes it. */
export function RoleMenu({ column, check, options, onChange }: Props & { check: NewSurveyCheck }) {
  const t = useTexts()
  const { index, title, roles, roleText } = column
  if (!isPlain(column)) return roleText
  const { hierarchy } = check
  const others = hierarchy.filter((one) => one !== index)
  const isLevel = others.length < hierarchy.length
  const noLevel = isLevel ? { hierarchy: others } : {}
  const entries: Entry[] = [
    {
      key: 'level',
      label: t('role_level'),
      isChosen: isLevel,
      run: () => onChange({ hierarchy: [...hierarchy, index] }),
    },
    {
      key: 'main',
      label: t('main'),
      isChosen: roles.includes('main'),
      run: () => onChange({ ...noLevel, main: index }),
    },
    {
      key: 'date',
      label: t('date'),
      isChosen: roles.includes('date'),
      run: () => onChange({ ...noLevel, date: index }),
    },
    { key: 'key', label: t('key'), isChosen: roles.includes('key'), run: () => onChange({ ...noLevel, key: index }) },
    {
      key: 'none',
      label: t('role_none'),
      isChosen: roles.length === 0,
      run: () =>
        onChange({
          ...noLevel,
          ...(options.key === index && { key: null }),
          ...(options.main === index && { main: null }),
          // A date that is not the survey's date is a text.
          ...(roles.includes('date') && {
            date: null,
            columns: withSettings(options.columns, index, { type: 'text' }),
          }),
        }),
    },
  ]
  const shown = roleText === '' ? t('role_none') : roleText
  return <CellMenu label={t('roleOf', { name: title, role: shown })} shown={shown} entries={entries} />
}
