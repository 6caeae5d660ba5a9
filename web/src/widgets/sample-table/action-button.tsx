import { Button, Tooltip } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'

interface Props {
  icon: ReactNode
  /** Why it cannot be used now, in words; null where it can. */
  reason: string | null
  variant?: 'default' | 'filled'
  /** It destroys something; its colour says so. */
  danger?: boolean
  size?: 'xs' | 'sm'
  loading?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button that stays in its place and says why while it cannot be used. */
export function ActionButton({ icon, reason, variant = 'default', danger = false, size = 'sm', ...rest }: Props) {
  const id = useId()
  const { loading, onClick, children } = rest
  const button = {
    variant: danger ? 'outline' : variant,
    color: danger ? 'var(--gv-negative-text)' : undefined,
    size,
    leftSection: icon,
  }
  if (reason === null)
    return (
      <Button {...button} loading={loading} onClick={onClick}>
        {children}
      </Button>
    )
  return (
    <Tooltip label={reason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button {...button} variant="default" color={undefined} aria-disabled="true" aria-describedby={id} data-disabled>
        {children}
        <span id={id} hidden>
          {reason}
        </span>
      </Button>
    </Tooltip>
  )
}
