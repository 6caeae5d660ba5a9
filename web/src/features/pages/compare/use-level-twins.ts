import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { twinMark } from '#web/lib/side.ts'

/**
 * Keeps the tiles of two sides level while these stand beside each other: each is as high as its twin. The elements are what the
 * refs are put on.
 */
export function useLevelTwins(): [RefObject<HTMLDivElement | null>, RefObject<HTMLDivElement | null>] {
  const a = useRef<HTMLDivElement>(null)
  const b = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [ofA, ofB] = [a.current, b.current]
    if (ofA === null || ofB === null) return
    // What is set here changes sizes once more, and is then the same again.
    const observer = new ResizeObserver(() => level(ofA, ofB))
    observer.observe(ofA)
    observer.observe(ofB)
    return () => observer.disconnect()
  }, [])
  return [a, b]
}

function level(a: HTMLElement, b: HTMLElement): void {
  const [ofA, ofB] = [a, b].map((side) => [...side.querySelectorAll<HTMLElement>(`[${twinMark}]`)])
  if (!ofA || !ofB) return
  for (const tile of [...ofA, ...ofB]) tile.style.minHeight = ''
  if (ofA.length !== ofB.length || a.getBoundingClientRect().top !== b.getBoundingClientRect().top) return
  // From the top, because tiles of one row stretch each other.
  for (const [at, tile] of ofA.entries()) {
    const twin = ofB[at]
    if (twin === undefined) return
    const height = Math.max(tile.offsetHeight, twin.offsetHeight)
    for (const one of [tile, twin]) if (one.offsetHeight < height) one.style.minHeight = `${height}px`
  }
}
