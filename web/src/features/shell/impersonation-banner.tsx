import { Button } from '@mantine/core'
import { IconMask } from '@tabler/icons-react'
import { useIdentity } from '#web/lib/session-store.ts'
import classes from './impersonation-banner.module.css'
import { useTexts } from './texts.ts'

/** Shows permanently that the user acts as somebody else, or looks at the screens as a role; the button ends it. */
export function ImpersonationBanner({ onStop }: { onStop: () => void }) {
  const t = useTexts()
  const { username, impersonator, viewedRole } = useIdentity()
  if (impersonator === null) return null
  return (
    <div className={classes['banner']} role="status">
      <span className={classes['words']}>
        <IconMask size={18} aria-hidden="true" />
        {viewedRole === null
          ? t('actingAs', { user: username, real: impersonator })
          : t('viewingAs', { role: viewedRole })}
      </span>
      <Button size="compact-sm" variant="default" onClick={onStop}>
        {t(viewedRole === null ? 'stopActing' : 'stopViewing')}
      </Button>
    </div>
  )
}
