import type { NotificationData } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorText } from '../lib/error-text.ts'
import { wantSnackbars } from './snackbar-place.tsx'

/** The messages' own code, fetched with the first message. */
async function messages() {
  wantSnackbars()
  return (await import('@mantine/notifications')).notifications
}

function show(data: NotificationData): void {
  void messages().then((shown) => shown.show(data))
}

/** A short message that something was done; it leaves by itself. */
export function notifyDone(message: ReactNode): void {
  show({
    message,
    icon: <IconCheck size={18} aria-hidden="true" />,
    color: 'var(--gv-positive-fill)',
    autoClose: 5000,
    role: 'status',
  })
}

/** Tells a failure once: the same words do not pile up. */
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
