import { NativeSelect } from '@mantine/core'
import { Fragment } from 'react'
import { useFormParts } from '../form-context.ts'
import type { SettingInput } from '../inputs.ts'
import { helpOf, labelOf, useTexts, valueLabel } from '../texts.ts'
import { asSettings } from '../check-settings.ts'
import type { SettingPath } from '../values.ts'
import classes from '../forms.module.css'

interface Props {
  id: string
  path: SettingPath
  input: Extract<SettingInput, { kind: 'variants' }>
}

/** Which of several kinds an entry is, and the settings of that kind. */
export function VariantFields({ id, path, input }: Props) {
  const t = useTexts()
  const { edits, drawSettings } = useFormParts()
  const value = asSettings(edits.at(path))
  const by = value[input.by]
  const variant = input.variants.find((one) => one.value === by)
  if (variant === undefined && by !== undefined)
    return <p className={classes['note']}>{t('unknownKind', { name: String(by) })}</p>

  /** Takes the settings along that the other kind has too. */
  function choose(kind: string): void {
    const next = input.variants.find((one) => one.value === kind)
    const kept = Object.entries(value).filter(([key]) => next?.settings.some((setting) => setting.key === key))
    edits.change(path, { [input.by]: kind, ...Object.fromEntries(kept) })
  }

  return (
    <div className={classes['settings']}>
      <NativeSelect
        required
        data-path={[...path, input.by].join('.')}
        label={labelOf(`${id}.${input.by}`)}
        description={helpOf(`${id}.${input.by}`)}
        data={input.variants.map((one) => ({ value: one.value, label: valueLabel(`${id}.${input.by}`, one.value) }))}
        value={String(by ?? '')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {variant !== undefined && <Fragment key={variant.value}>{drawSettings(variant.settings, path)}</Fragment>}
    </div>
  )
}
