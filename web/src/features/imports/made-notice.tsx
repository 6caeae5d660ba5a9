import { Button } from '@mantine/core'
import { IconCircleCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useIdentity } from '#web/lib/session-store.ts'
import { useShownPage } from '#web/lib/shown-page.ts'
import { useStore } from '#web/lib/store.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import classes from './made-notice.module.css'
import { madeStore, noteMade } from './made-survey.ts'
import { useUndoMade } from './open-created.ts'
import { useTexts } from './texts.ts'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

/** On the pages of a survey that was just made of a file: what it was made of, and the way to undo that. */
export function MadeNotice() {
  const t = useTexts()
  const format = useFormat()
  const { survey } = useSurveyStart()
  const { username } = useIdentity()
  const made = useStore(madeStore, (state) => state.made)
  const page = useShownPage()
  const [asked, setAsked] = useState(false)
  const undo = useUndoMade()
  if (made === null || made.survey !== survey.extName || made.username !== username || page === undefined) return null
  const count = { file: made.filename, count: made.ninterviews, n: format.number(made.ninterviews) }
  return (
    <div className={classes['notice']}>
      <IconCircleCheck size={18} aria-hidden="true" />
      <span role="status" className={classes['words']}>
        {t('made', count)}
      </span>
      <Button variant="subtle" size="compact-sm" loading={undo.isPending} onClick={() => setAsked(true)}>
        {t('undo')}
      </Button>
      <button
        type="button"
        className={classes['hide']}
        aria-label={t('hide')}
        title={t('hide')}
        onClick={() => noteMade(null)}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
      <ConfirmDialog
        opened={asked}
        title={t('undoTitle')}
        message={t('undoText', count)}
        okText={t('undoOk')}
        danger
        busy={undo.isPending}
        onCancel={() => setAsked(false)}
        onOk={() => undo.mutate(made, { onError: () => setAsked(false) })}
      />
    </div>
  )
}
