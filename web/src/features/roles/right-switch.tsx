import { Switch } from '@mantine/core'
import type { matrixCell } from '@gensvar/contract/roles'
import { useId } from 'react'
import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { useTexts } from './texts.ts'
import classes from './roles.module.css'

interface Props extends Pick<ComponentProps<typeof Switch>, 'error' | 'onChange' | 'onFocus' | 'onBlur'> {
  label: string
  help?: string
  /** Whether the role itself has the right. */
  checked: boolean
  /** What the parent has of it; undefined where there is none. */
  cell: z.output<typeof matrixCell> | undefined
  /** Name of the parent. */
  parent: string
  'data-path': string
}

/** A right of a role. Tells below it that a parent withholds it, whatever the role says. */
export function RightSwitch({ help, cell, parent, ...field }: Props) {
  const t = useTexts()
  const id = useId()
  const by = field.checked && cell !== undefined && cell.state !== 'role' ? (cell.by ?? parent) : null
  const isDescribed = help !== undefined || by !== null
  // Beside the switch, because what stands inside of it would be part of its name.
  return (
    <div>
      <Switch {...field} aria-describedby={isDescribed ? id : undefined} />
      {isDescribed && (
        <p id={id} className={classes['about']}>
          {help}
          {by !== null && <span className={classes['withheld']}>{` ${t('withheldBy', { name: by })}`}</span>}
        </p>
      )}
    </div>
  )
}
