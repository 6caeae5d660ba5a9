import { useRef, useState } from 'react'
import type { DesignPath } from './design-tree.ts'

/** A mail at one moment, and what was selected. */
interface Moment {
  text: string
  path: DesignPath
}

/** What is typed within this time of the letter before is one step, in ms. */
const typing = 1000
/** Most steps that can be undone. */
const mostSteps = 200

/** The steps of whoever designs a mail, to go back and forward in. */
export function useSteps() {
  const moments = useRef<Moment[]>([])
  const last = useRef({ isTyped: false, at: 0 })
  const [at, setAt] = useState(-1)
  const now = useRef(at)
  const go = (to: number): Moment | null => {
    const moment = moments.current[to]
    if (!moment) return null
    now.current = to
    last.current = { isTyped: false, at: 0 }
    setAt(to)
    return moment
  }
  return {
    canUndo: at > 0,
    canRedo: at < moments.current.length - 1,
    /** Notes a moment; what is typed quickly after something typed takes its place. */
    add(moment: Moment, isTyped: boolean): void {
      const time = performance.now()
      const isSameStep = isTyped && last.current.isTyped && time - last.current.at < typing && now.current > 0
      const kept = moments.current.slice(0, isSameStep ? now.current : now.current + 1)
      moments.current = [...kept, moment].slice(-mostSteps)
      last.current = { isTyped, at: time }
      now.current = moments.current.length - 1
      setAt(now.current)
    },
    back: () => go(now.current - 1),
    forward: () => go(now.current + 1),
  }
}
