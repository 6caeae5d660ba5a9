import { useEffect, useEffectEvent, useState } from 'react'

/** Pause in typing after which a value is taken over, in milliseconds. */
const pause = 500

/** A value while it is typed: it is taken over after a pause, or when the field is left, so that no half of it counts. */
export function useTyped(value: unknown, change: (next: unknown) => void) {
  const [typed, setTyped] = useState<{ value: unknown } | null>(null)
  const takeOver = () => {
    if (typed === null) return
    setTyped(null)
    change(typed.value)
  }
  const afterPause = useEffectEvent(takeOver)
  useEffect(() => {
    if (typed === null) return undefined
    const timer = setTimeout(() => afterPause(), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return {
    value: typed === null ? value : typed.value,
    type: (next: unknown) => setTyped({ value: next }),
    leave: takeOver,
  }
}
