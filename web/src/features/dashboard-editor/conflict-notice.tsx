import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '#web/ui/notify.tsx'
import type { DraftKeeper } from './draft-keeper.ts'
import { useTexts } from './texts.ts'
import classes from './dashboard-editor.module.css'

/** Says that somebody else changed the draft, and offers to go on with theirs or to keep the own text. */
export function ConflictNotice({ keeper, reason }: { keeper: DraftKeeper; reason: string | null }) {
  const t = useTexts()
  const solve = useMutation({
    mutationFn: async (how: 'theirs' | 'mine') =>
      how === 'theirs' ? keeper.takeTheirs() : void (await keeper.keepMine()),
    onError: notifyError,
  })
  return (
    <section role="alert" className={classes['conflict']}>
      <p>
        {reason} {t('conflictText')}
      </p>
      <div className={classes['buttons']}>
        <Button variant="default" loading={solve.isPending} onClick={() => solve.mutate('theirs')}>
          {t('takeTheirs')}
        </Button>
        <Button variant="default" loading={solve.isPending} onClick={() => solve.mutate('mine')}>
          {t('keepMine')}
        </Button>
      </div>
    </section>
  )
}
