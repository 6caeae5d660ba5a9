import type { NotificationData } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type en from '#web/locales/en/app.json'
import { errorText } from '#web/lib/error-text.ts'
import { textsOf } from '#web/lib/texts.ts'
import { wantSnackbars } from './snackbar-place.tsx'

const text = textsOf<typeof en>('app')

/** The messages' own code, fetched with the first message. */
async function messages() {
  wantSnackbars()
  return (await import('@mantine/notifications')).notifications
}

function show(data: NotificationData): void {
  void messages().then((shown) => shown.show({ ...data, closeButtonProps: { 'aria-label': text('close') } }))
}

/** Shows a short message that something was done; it disappears by itself. */
export function notifyDone(message: ReactNode): void {
  show({
    message,
    icon: <IconCheck size={18} aria-hidden="true" />,
    color: 'var(--gv-positive-fill)',
    autoClose: 5000,
    role: 'status',
  })
}

/** Shows a short message that something has begun and goes on by itself; it disappears by itself. */
export function notifyStarted(message: ReactNode): void {
  show({
    message,
    icon: <IconHourglass size={18} aria-hidden="true" />,
    color: 'var(--mantine-primary-color-filled)',
    autoClose: 5000,
    role: 'status',
  })
}

/** Shows a failure once: the same message is not repeated. */
export function notifyError(error: unknown): void {
  const message = typeof error === 'string' ? error : errorText(error)
  show({
    id: `failure ${message}`,
    message,
    icon: <IconAlertTriangle size={18} aria-hidden="true" />,
    color: 'var(--gv-negative-fill)',
    autoClose: 10_000,
    role: 'alert',
  })
}
