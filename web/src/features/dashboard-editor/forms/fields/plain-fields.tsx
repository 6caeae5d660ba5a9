import { NativeSelect, NumberInput, SegmentedControl, Input, Switch, TextInput } from '@mantine/core'
import { useId } from 'react'
import type { SettingInput } from '../inputs.ts'
import { useTexts, valueLabel } from '../texts.ts'
import { inputProps } from './field-props.ts'
import type { FieldProps } from './field-props.ts'
import { useTyped } from './use-typed.ts'
import classes from '../forms.module.css'

/** Values whose names have up to so many letters together stand side by side. */
const mostSideBySide = 24

/** A text on one line. */
export function TextField(props: FieldProps & { isCode?: boolean }) {
  const { isCode = false } = props
  const { value, type, leave } = useTyped(props.value, props.change)
  return (
    <TextInput
      {...inputProps(props)}
      classNames={isCode ? { input: classes['code'] ?? '' } : {}}
      spellCheck={isCode ? false : undefined}
      placeholder={typeof props.standard === 'string' ? props.standard : undefined}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={({ currentTarget }) => type(currentTarget.value === '' ? undefined : currentTarget.value)}
      onBlur={leave}
    />
  )
}

/** A number, which may be out of its bounds while it is typed. */
export function NumberField(props: FieldProps & { isWhole: boolean }) {
  const { standard, isWhole } = props
  const { value, type, leave } = useTyped(props.value, props.change)
  return (
    <NumberInput
      {...inputProps(props)}
      clampBehavior="none"
      allowDecimal={!isWhole}
      placeholder={typeof standard === 'number' ? String(standard) : undefined}
      value={typeof value === 'number' || typeof value === 'string' ? value : ''}
      onChange={(next) => type(next === '' ? undefined : next)}
      onBlur={leave}
    />
  )
}

/** Yes or no. */
export function SwitchField(props: FieldProps) {
  const { value, change, standard } = props
  const { required: _always, ...rest } = inputProps(props)
  return (
    <Switch
      {...rest}
      checked={typeof value === 'boolean' ? value : standard === true}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}

type ChoiceProps = FieldProps & { values: Extract<SettingInput, { kind: 'choice' }>['values'] }

/** One of some values: side by side where they are few, else in a list. */
export function ChoiceField(props: ChoiceProps) {
  const t = useTexts()
  const { id, value, change, values, standard, required } = props
  const own = useId()
  const chosen = values.find((one) => one === value) ?? values.find((one) => one === standard)
  const data = values.map((one) => ({ value: String(one), label: valueLabel(id, one) }))
  const choose = (next: string) => change(values.find((one) => String(one) === next))
  const isShort = chosen !== undefined && data.map(({ label }) => label).join('').length <= mostSideBySide
  if (!isShort) {
    const none = chosen === undefined || (!required && standard === undefined)
    return (
      <NativeSelect
        {...inputProps(props)}
        data={none ? [{ value: '', label: t('unset') }, ...data] : data}
        value={chosen === undefined ? '' : String(chosen)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
    )
  }
  const { 'data-path': path, ...wrapper } = inputProps(props)
  return (
    <Input.Wrapper {...wrapper} labelElement="div" labelProps={{ id: own }} data-path={path}>
      <SegmentedControl
        aria-labelledby={own}
        className={classes['segments'] ?? ''}
        data={data}
        value={String(chosen)}
        onChange={choose}
      />
    </Input.Wrapper>
  )
}
