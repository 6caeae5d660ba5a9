import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'color'> {
  icon: Icon
  /** What the button does: its tooltip and its accessible name. */
  label: string
  /** A number on the button's corner; none at 0. */
  count?: number
}

/** An icon button of the top bar. */
export function IconButton({ icon: Known, label, count = 0, className = '', ...rest }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        className={`${classes['button']} ${className}`}
        {...rest}
      >
        <Known size={18} stroke={1.75} aria-hidden="true" />
        {count > 0 && (
          <span className={classes['count']} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  )
}
