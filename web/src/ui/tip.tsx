import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import classes from './tip.module.css'

interface Props {
  /** What the button says to a screen reader, for example "What is CSI?". */
  label: string
  text: string
}

/** A small help icon that shows a text on hover, focus and touch. */
export function Tip({ label, text }: Props) {
  return (
    <Tooltip label={text}>
      <UnstyledButton className={classes['tip']} aria-label={`${label}: ${text}`}>
        <IconInfoCircle size={14} stroke={1.75} aria-hidden="true" />
      </UnstyledButton>
    </Tooltip>
  )
}
