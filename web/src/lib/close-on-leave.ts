import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Closes a dialog when one of its links is followed. */
export function useCloseOnLeave(isOpen: boolean, onClose: () => void): void {
  const href = useLocation({ select: (location) => location.href })
  const shown = useRef(href)
  useEffect(() => {
    if (shown.current !== href && isOpen) onClose()
    shown.current = href
  }, [href, isOpen, onClose])
}
