import { ActionIcon, Menu, Popover, Tooltip } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall, IconColumns3, IconDownload } from '@tabler/icons-react'
import { formatNames } from '#web/lib/report-formats.ts'
import { FilterBox } from './filter-box.tsx'
import type { Suggest } from './filter-box.tsx'
import type { TableFormat } from './table-exports.ts'
import { useTexts } from './texts.ts'
import classes from './toolbar.module.css'
import type { ColumnOptions } from './use-column-choice.ts'

/** The density of the rows. */
export type Density = 'dense' | 'roomy'

interface Props {
  /** Tools of one list, before the others. */
  more?: React.ReactNode
  term: string
  onTerm: (term: string) => void
  suggest?: Suggest
  columns: ColumnOptions
  density: Density
  onDensity: (density: Density) => void
  /** The formats the table can be saved in; of several, a menu is offered, and of none, nothing. */
  formats: readonly TableFormat[]
  onSave: (format: TableFormat) => void
  isSaving: boolean
}

interface ButtonProps {
  label: string
  onClick?: () => void
  loading?: boolean
  children: React.ReactNode
}

function ToolButton({ label, ...rest }: ButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} className={classes['button']} {...rest} />
    </Tooltip>
  )
}

function ColumnChooser({ columns }: { columns: ColumnOptions }) {
  const t = useTexts()
  return (
    <Popover position="bottom-end" withinPortal trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('columns')}
          title={t('columns')}
          className={classes['button']}
        >
          <IconColumns3 size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes['columns']} aria-label={t('columns')}>
        {columns.options.map(({ id, title, isShown }) => (
          <label key={id} className={classes['column']}>
            <input type="checkbox" checked={isShown} onChange={() => columns.toggle(id)} />
            {title}
          </label>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Saves the table: at once where there is one format, else in the chosen one. */
function SaveButton({ formats, onSave, isSaving }: Pick<Props, 'formats' | 'onSave' | 'isSaving'>) {
  const t = useTexts()
  const [only, ...others] = formats
  const sign = <IconDownload size={18} stroke={1.75} aria-hidden="true" />
  const nameOf = (format: TableFormat) => t('save', { format: formatNames[format] })
  if (only !== undefined && others.length === 0)
    return (
      <ToolButton label={nameOf(only)} onClick={() => onSave(only)} loading={isSaving}>
        {sign}
      </ToolButton>
    )
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('saveIn')}
          title={t('saveIn')}
          className={classes['button']}
          loading={isSaving}
        >
          {sign}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => onSave(format)}>
            {nameOf(format)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The tools of a table: search, column chooser, density and file. */
export function Toolbar(props: Props) {
  const { more, columns, density, onDensity, formats } = props
  const t = useTexts()
  return (
    <div className={classes['toolbar']}>
      {more}
      <div className={classes['tools']}>
        <FilterBox term={props.term} onTerm={props.onTerm} suggest={props.suggest} />
        {columns.options.length > 0 && <ColumnChooser columns={columns} />}
        <ToolButton
          label={density === 'dense' ? t('roomy') : t('dense')}
          onClick={() => onDensity(density === 'dense' ? 'roomy' : 'dense')}
        >
          {density === 'dense' ? (
            <IconBaselineDensityMedium size={18} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconBaselineDensitySmall size={18} stroke={1.75} aria-hidden="true" />
          )}
        </ToolButton>
        {formats.length > 0 && <SaveButton formats={formats} onSave={props.onSave} isSaving={props.isSaving} />}
      </div>
    </div>
  )
}
