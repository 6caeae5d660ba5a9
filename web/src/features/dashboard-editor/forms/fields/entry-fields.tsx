import { useFormParts } from '../form-context.ts'
import type { SettingInput } from '../inputs.ts'
import { helpOf, labelOf, useTexts } from '../texts.ts'
import { isRecord, valueAt } from '../values.ts'
import type { SettingPath } from '../values.ts'
import { ComponentField } from './component-field.tsx'
import type { Change, FieldProps } from './field-props.ts'
import { NameField } from './name-fields.tsx'
import { VariantFields } from './variant-fields.tsx'
import classes from '../forms.module.css'

interface Props {
  id: string
  path: SettingPath
  value: unknown
  entry: SettingInput
}

/** The settings of an entry of a list. */
export function EntryFields({ id, path, value, entry }: Props) {
  const t = useTexts()
  const { edits, drawSettings } = useFormParts()
  const own: FieldProps = {
    ...{ id, path, value, standard: undefined, required: true, description: undefined },
    change: (next, below = []) => edits.change([...path, ...below], next),
    label: labelOf(id),
    error: undefined,
  }
  switch (entry.kind) {
    case 'group':
      return drawSettings(entry.settings, path)
    case 'nameOrGroup':
      return <NameWithSettings {...{ path, value, entry }} />
    case 'variants':
      return <VariantFields id={id} path={path} input={entry} />
    case 'component':
      return <ComponentField {...own} />
    case 'nameOrComponent':
      if (isRecord(value)) return <ComponentField {...own} />
      return <NameField {...own} label={t('component')} description={helpOf(id)} source={entry.source} />
    default:
      return <p className={classes['note']}>{t('writtenSetting', { name: labelOf(id) })}</p>
  }
}

type NamedEntry = Extract<SettingInput, { kind: 'nameOrGroup' }>

/** A name, and the settings beside it: as long as there are none, the entry is written as the name alone. */
function NameWithSettings({ path, value, entry }: { path: SettingPath; value: unknown; entry: NamedEntry }) {
  const { edits, indicatorForm, drawSettings } = useFormParts()
  const { main, settings } = entry
  const isShort = !isRecord(value)
  const name = isShort ? value : valueAt(value, [main])
  const setting = settings.find(({ key }) => key === main)
  if (setting === undefined || setting.input.kind !== 'name') return null
  const rest = settings.filter(({ key }) => key !== main)
  const changeOf =
    (key: string): Change =>
    (next) => {
      if (next !== undefined) edits.change(path, { [main]: name, [key]: next })
    }
  return (
    <div className={classes['settings']}>
      <NameField
        id={setting.id}
        path={isShort ? path : [...path, main]}
        value={name}
        change={(next) => edits.change(isShort ? path : [...path, main], next)}
        label={labelOf(setting.id)}
        description={helpOf(setting.id)}
        error={isShort ? undefined : edits.problemAt([...path, main])}
        required
        standard={undefined}
        source={setting.input.source}
      />
      {name !== '' && drawSettings(rest, path, isShort ? changeOf : undefined)}
      {typeof name === 'string' && setting.input.source.of === 'figure' && indicatorForm?.(name)}
    </div>
  )
}
