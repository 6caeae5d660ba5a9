import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { snackbarLayer, snackbarWidth } from './constants.ts'
import classes from './snackbars.module.css'

/** The container of the short messages. */
export function Snackbars() {
  return (
    <Notifications
      position="bottom-center"
      zIndex={snackbarLayer}
      limit={4}
      classNames={{ root: classes['place'] }}
      styles={{ notification: { width: `${snackbarWidth}%` } }}
    />
  )
}
