import { NativeSelect } from '@mantine/core'
import { widgetTypes } from '@gensvar/contract/widgets/index'
import { useFormParts } from '../form-context.ts'
import { shapeOf } from '../shapes.ts'
import { kindTitle, useTexts } from '../texts.ts'
import { asSettings } from '../check-settings.ts'
import type { SettingPath } from '../values.ts'
import type { FieldProps } from './field-props.ts'
import { VariantFields } from './variant-fields.tsx'
import classes from '../forms.module.css'

/** A component inside another one: its kind and its settings. */
export function ComponentField({ path, value, change, error }: FieldProps) {
  const t = useTexts()
  const { newComponent } = useFormParts()
  const { type } = asSettings(value)
  const kind = typeof type === 'string' ? type : ''
  return (
    <div className={classes['settings']} data-path={path.join('.')}>
      <NativeSelect
        required
        label={t('kind')}
        error={error}
        data={[
          ...(kind === '' ? [{ value: '', label: t('choose') }] : []),
          ...widgetTypes.map((one) => ({ value: one, label: kindTitle(one) })),
        ]}
        value={kind}
        onChange={({ currentTarget }) => change(newComponent(currentTarget.value))}
      />
      {kind !== '' && <KindFields kind={kind} path={[...path, 'config']} />}
    </div>
  )
}

/** The settings of a component of a kind. */
export function KindFields({ kind, path }: { kind: string; path: SettingPath }) {
  const t = useTexts()
  const { drawSettings } = useFormParts()
  const shape = shapeOf(kind)
  if (shape === null) return <p className={classes['note']}>{t('unknownKind', { name: kind })}</p>
  if (shape.kind === 'variants') return <VariantFields id={kind} path={path} input={shape} />
  return drawSettings(shape.settings, path)
}
