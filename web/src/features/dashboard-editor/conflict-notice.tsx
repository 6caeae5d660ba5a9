import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '#web/ui/notify.tsx'
import classes from './dashboard-editor.module.css'

interface Props {
  /** Who changed the draft, as the server says it. */
  reason: string | null
  words: Readonly<Record<'text' | 'takeTheirs' | 'keepMine', string>>
  onTakeTheirs: () => Promise<unknown>
  onKeepMine: () => Promise<unknown>
}

/** Says that somebody else changed the draft, and offers to go on with theirs or to keep the own one. */
export function ConflictNotice({ reason, words, onTakeTheirs, onKeepMine }: Props) {
  const solve = useMutation({ mutationFn: (how: () => Promise<unknown>) => how(), onError: notifyError })
  const button = (label: string, how: () => Promise<unknown>) => (
    <Button variant="default" loading={solve.isPending} onClick={() => solve.mutate(how)}>
      {label}
    </Button>
  )
  return (
    <section role="alert" className={classes['conflict']}>
      <p>
        {reason} {words.text}
      </p>
      <div className={classes['buttons']}>
        {button(words.takeTheirs, onTakeTheirs)}
        {button(words.keepMine, onKeepMine)}
      </div>
    </section>
  )
}
