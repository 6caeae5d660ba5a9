import { useFormParts } from '../form-context.ts'
import type { Setting } from '../inputs.ts'
import { helpOf, labelOf, useTexts } from '../texts.ts'
import { isSame } from '../values.ts'
import type { SettingPath } from '../values.ts'
import { ComponentField } from './component-field.tsx'
import type { Change, FieldProps } from './field-props.ts'
import { GoalField } from './goal-field.tsx'
import { ListField } from './list-field.tsx'
import { LocalTextField } from './local-text-field.tsx'
import { NameField, SeveralField } from './name-fields.tsx'
import { ChoiceField, NumberField, SwitchField, TextField } from './plain-fields.tsx'
import classes from '../forms.module.css'

interface Props {
  setting: Setting
  /** Path of what has the setting. */
  outer: SettingPath
  /** Changes the setting; by default at its path. */
  change?: Change
}

/** A setting as the field that its schema asks for. */
export function SettingField({ setting, outer, change }: Props) {
  const t = useTexts()
  const { edits } = useFormParts()
  const { id, key, input, isRequired, standard } = setting
  const path = [...outer, key]
  const isWhole = input.kind === 'localText' || input.kind === 'several'
  const props: FieldProps = {
    ...{ id, path, standard, required: isRequired },
    value: edits.at(path),
    change: (value, below = []) => {
      // What holds anyway is not written.
      const isStandard = below.length === 0 && !isRequired && isSame(value, standard)
      const next = isStandard ? undefined : value
      if (change === undefined) edits.change([...path, ...below], next)
      else change(next, below)
    },
    label: labelOf(id),
    description: helpOf(id),
    error: edits.problemAt(path, isWhole),
  }
  switch (input.kind) {
    case 'text':
      return <TextField {...props} isCode={key === 'id' || key === 'extname'} />
    case 'formula':
      return <TextField {...props} isCode />
    case 'localText':
      return <LocalTextField {...props} />
    case 'number':
      return <NumberField {...props} isWhole={input.isWhole} />
    case 'goal':
      return <GoalField {...props} inversePath={[...outer, input.inverse]} />
    case 'withGoal':
      return null
    case 'choice':
      return <ChoiceField {...props} values={input.values} />
    case 'switch':
      return <SwitchField {...props} />
    case 'name':
      return <NameField {...props} source={input.source} />
    case 'several':
      return <SeveralField {...props} of={input.of} />
    case 'list':
      return <ListField {...props} entry={input.entry} />
    case 'component':
      return <ComponentField {...props} />
    case 'written':
      return (
        <p className={classes['note']} data-path={path.join('.')}>
          {t('writtenSetting', { name: props.label })}
        </p>
      )
    case 'group':
    case 'variants':
    case 'nameOrGroup':
    case 'nameOrComponent':
      throw new Error(`${id} stands outside a list`)
  }
}
