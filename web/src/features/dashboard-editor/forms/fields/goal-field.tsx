import { Input, NativeSelect, NumberInput } from '@mantine/core'
import { useId } from 'react'
import { useFormParts } from '../form-context.ts'
import { useTexts } from '../texts.ts'
import type { SettingPath } from '../values.ts'
import { inputProps } from './field-props.ts'
import type { FieldProps } from './field-props.ts'
import { useTyped } from './use-typed.ts'
import classes from '../forms.module.css'

/** A goal: whether figures shall be at least or at most so large, and how large. */
export function GoalField(props: FieldProps & { inversePath: SettingPath }) {
  const t = useTexts()
  const { edits } = useFormParts()
  const { label, inversePath } = props
  const { value, type, leave } = useTyped(props.value, props.change)
  const own = useId()
  const { 'data-path': path, ...wrapper } = inputProps(props)
  return (
    <Input.Wrapper {...wrapper} labelElement="div" labelProps={{ id: own }} data-path={path}>
      <div role="group" aria-labelledby={own} className={classes['goal']}>
        <NativeSelect
          aria-label={t('goalDirection', { name: label })}
          data={[
            { value: 'least', label: t('goalLeast') },
            { value: 'most', label: t('goalMost') },
          ]}
          value={edits.at(inversePath) === true ? 'most' : 'least'}
          onChange={({ currentTarget }) => edits.change(inversePath, currentTarget.value === 'most' ? true : undefined)}
        />
        <NumberInput
          aria-label={label}
          placeholder={t('noGoal')}
          value={typeof value === 'number' || typeof value === 'string' ? value : ''}
          error={wrapper.error !== undefined}
          onChange={(next) => type(next === '' ? undefined : next)}
          onBlur={leave}
        />
      </div>
    </Input.Wrapper>
  )
}
