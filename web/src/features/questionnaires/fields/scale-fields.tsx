import { Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { scaleDirections } from '@gensvar/contract/questionnaire-document'
import type { DocumentScale } from '@gensvar/contract/questionnaire-document'
import { useTexts } from '../texts.ts'
import { useNoted } from './field-note.tsx'
import { TextPair } from './text-pair.tsx'
import classes from './fields.module.css'

interface Props {
  /** Path of the question, with its key. */
  path: string
  scale: DocumentScale
  onChange: (scale: DocumentScale, isTyped: boolean) => void
  /** Why its steps cannot be changed any more; null where they can. */
  fixed: string | null
}

const names = { high: 'directionHigh', low: 'directionLow', none: 'directionNone' } as const

/** The steps of a scale, what its ends are called, and which end is good. */
export function ScaleFields({ path, scale, onChange, fixed }: Props) {
  const t = useTexts()
  const noted = useNoted()
  const end = (name: 'min' | 'max', label: string) => (
    <NumberInput
      {...noted(`${path}.scale.${name}`)}
      label={label}
      value={scale[name]}
      min={-1_000_000}
      max={1_000_000}
      allowDecimal={false}
      clampBehavior="strict"
      onChange={(value) => typeof value === 'number' && onChange({ ...scale, [name]: value }, true)}
    />
  )
  return (
    <fieldset className={classes['group']} data-path={`${path}.scale`}>
      <legend className={classes['legend']}>{t('scale')}</legend>
      {fixed !== null && <p className={classes['note']}>{fixed}</p>}
      <div className={classes['row']}>
        {end('min', t('scaleFrom'))}
        {end('max', t('scaleTo'))}
        <NativeSelect
          {...noted(`${path}.scale.direction`)}
          label={t('direction')}
          value={scale.direction}
          onChange={({ currentTarget }) => {
            const direction = scaleDirections.find((one) => one === currentTarget.value) ?? 'high'
            onChange({ ...scale, direction }, false)
          }}
          data={scaleDirections.map((value) => ({ value, label: t(names[value]) }))}
        />
      </div>
      <TextPair
        path={`${path}.scale.minLabel`}
        label={t('minLabel', { n: scale.min })}
        placeholder={t('minLabelExample')}
        value={scale.minLabel}
        onChange={(minLabel) => onChange({ ...scale, minLabel }, true)}
      />
      <TextPair
        path={`${path}.scale.maxLabel`}
        label={t('maxLabel', { n: scale.max })}
        placeholder={t('maxLabelExample')}
        value={scale.maxLabel}
        onChange={(maxLabel) => onChange({ ...scale, maxLabel }, true)}
      />
      <Checkbox
        label={t('descending', { n: scale.max })}
        checked={scale.descending}
        onChange={({ currentTarget }) => onChange({ ...scale, descending: currentTarget.checked }, false)}
      />
    </fieldset>
  )
}
