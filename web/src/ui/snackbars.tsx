import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { snackbarLayer, snackbarWidth } from './constants.ts'

/** The container of the short messages. */
export function Snackbars() {
  return (
    <Notifications
      position="bottom-center"
      zIndex={snackbarLayer}
      limit={4}
      styles={{ notification: { width: `${snackbarWidth}%` } }}
    />
  )
}
