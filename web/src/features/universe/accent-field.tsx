import { NativeSelect, TextInput } from '@mantine/core'
import { colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'
import type { ReactNode } from 'react'
import { accentNames, accentOf } from '#web/lib/branding.ts'
import { useFormat } from '#web/lib/format.ts'
import { filledShade } from '#web/ui/accent.ts'
import { buildPalette } from '#web/ui/palette.ts'
import { useTexts } from './texts.ts'
import classes from './universe.module.css'

extend([a11y])

interface Props {
  /** A named accent, a colour such as `#0b7285`, or null for the product's own. */
  value: string | null
  error: ReactNode
  onChange: (value: string | null) => void
  'data-path': string
}

/** Contrast that text on a button needs (WCAG 2.2, 1.4.3). */
const enough = 4.5
/** The choice of a colour that has no name. */
const ownColour = 'own'

/** The colour of buttons and links: a named one or any other, with how legible text on it is. */
export function AccentField({ value, error, onChange, ...rest }: Props) {
  const t = useTexts()
  const format = useFormat()
  const isNamed = value === null || accentNames.some((name) => name === value)
  const colour = accentOf(value)
  const filled = buildPalette(colour)[filledShade] ?? colour
  const contrast = colord(colour).contrast('#ffffff')
  const ratio = `${format.number(contrast, 1)}:1`
  return (
    <>
      <NativeSelect
        label={t('accent')}
        value={isNamed ? (value ?? '') : ownColour}
        data={[
          { value: '', label: t('accentOwn') },
          ...accentNames.map((name) => ({ value: name, label: t(`accent_${name}`) })),
          { value: ownColour, label: t('accentOther') },
        ]}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChange(chosen === '' ? null : chosen === ownColour ? colour : chosen)
        }
      />
      {!isNamed && (
        <TextInput
          label={t('colour')}
          description={t('colourHelp')}
          value={value}
          error={error}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          {...rest}
        />
      )}
      <p className={classes['sample']}>
        <span className={classes['swatch']} style={{ backgroundColor: filled }}>
          {t('sample')}
        </span>
        <span className={classes['note']}>
          {contrast >= enough ? t('contrastGood', { ratio }) : t('contrastLow', { ratio, colour: filled })}
        </span>
      </p>
    </>
  )
}
