import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useId } from 'react'
import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'color'> {
  icon: Icon
  /** What the button does: its tooltip and its accessible name. */
  label: string
  /** A number on the button's corner; none at 0. */
  count?: number
  /** Why it leads nowhere in this version; null where it does not. */
  closed?: string | null
}

/** An icon button of the top bar. */
export function IconButton({ icon: Known, label, count = 0, closed = null, className = '', ...rest }: Props) {
  const id = useId()
  const disabled = { 'aria-disabled': true, 'aria-describedby': id, 'data-closed': '', onClick: undefined }
  return (
    <Tooltip label={closed === null ? label : `${label}: ${closed}`} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        className={`${classes['button']} ${className}`}
        {...rest}
        {...(closed !== null && disabled)}
      >
        <Known size={18} stroke={1.75} aria-hidden="true" />
        {count > 0 && (
          <span className={classes['count']} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
        {closed !== null && (
          <span id={id} hidden>
            {closed}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  )
}
