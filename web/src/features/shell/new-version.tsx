import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { WaitingVersion } from '#web/lib/new-version.ts'
import classes from './connection-notice.module.css'
import { useTexts } from './texts.ts'

/** Says that a new version of the page is published, and shows it when asked to. */
export function NewVersion({ waiting }: { waiting: WaitingVersion }) {
  const t = useTexts()
  return (
    <div className={classes['place']} role="status">
      <div className={classes['notice']}>
        <IconInfoCircle size={18} stroke={1.75} aria-hidden="true" />
        <span>{t('newVersion')}</span>
        <Button variant="default" size="compact-sm" onClick={waiting.load}>
          {t('loadVersion')}
        </Button>
      </div>
    </div>
  )
}
