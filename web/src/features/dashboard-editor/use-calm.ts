import { useEffect, useState } from 'react'

const moves = ['keydown', 'wheel', 'scroll'] as const

/** A value once nobody has typed or scrolled for some milliseconds: what takes many frames to draw waits for that. */
export function useCalm<Value>(value: Value, ms: number): Value {
  const [calm, setCalm] = useState(value)
  useEffect(() => {
    if (value === calm) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setCalm(value), ms)
    }
    wait()
    for (const move of moves) addEventListener(move, wait, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const move of moves) removeEventListener(move, wait, { capture: true })
    }
  }, [value, calm, ms])
  return calm
}
