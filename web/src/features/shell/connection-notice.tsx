import { Button } from '@mantine/core'
import { IconHourglass, IconWifiOff } from '@tabler/icons-react'
import type { Connection } from '#web/lib/connection-context.ts'
import { useIsOfflineTold } from '#web/lib/connection-context.ts'
import { useIsNothingShown } from '#web/lib/figures-shown.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import classes from './connection-notice.module.css'
import { useTexts } from './texts.ts'

/**
 * Says that the server cannot be reached or takes long, over the end of the screen, with a way to try again; nothing
 * where the screen says so itself.
 */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const t = useTexts()
  const app = useAppTexts()
  const { retry } = connection
  const isTold = useIsOfflineTold()
  const isNothingShown = useIsNothingShown()
  const trouble = isTold && connection.trouble === 'offline' ? null : connection.trouble
  const Sign = trouble === 'offline' ? IconWifiOff : IconHourglass
  return (
    <div className={classes['place']} aria-live="polite">
      {trouble !== null && (
        <div className={classes['notice']} data-trouble={trouble}>
          <Sign size={18} stroke={1.75} aria-hidden="true" />
          <span>{t(trouble === 'offline' && isNothingShown ? 'offlineEmpty' : trouble)}</span>
          <Button variant="default" size="compact-sm" onClick={retry}>
            {app('tryAgain')}
          </Button>
        </div>
      )}
    </div>
  )
}
