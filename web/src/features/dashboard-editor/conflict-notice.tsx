import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { notifyError } from '#web/ui/notify.tsx'
import classes from './dashboard-editor.module.css'

interface Props {
  /** Who changed the draft, or what else happened, as the server says it. */
  reason: string | null
  words: Readonly<Record<'text' | 'takeTheirs' | 'keepMine', string>>
  onTakeTheirs: () => Promise<unknown>
  onKeepMine: () => Promise<unknown>
  /** What else is shown of it. */
  children?: ReactNode
}

/** Says that the draft meets what somebody else did, and offers to go on with theirs or to keep the own one. */
export function ConflictNotice({ reason, words, onTakeTheirs, onKeepMine, children }: Props) {
  const solve = useMutation({ mutationFn: (how: () => Promise<unknown>) => how(), onError: notifyError })
  const button = (label: string, how: () => Promise<unknown>) => (
    <Button variant="default" loading={solve.isPending} onClick={() => solve.mutate(how)}>
      {label}
    </Button>
  )
  return (
    <section role="alert" className={classes['conflict']}>
      <div>
        <p>
          {reason} {words.text}
        </p>
        {children}
      </div>
      <div className={classes['buttons']}>
        {button(words.takeTheirs, onTakeTheirs)}
        {button(words.keepMine, onKeepMine)}
      </div>
    </section>
  )
}
