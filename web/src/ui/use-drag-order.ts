import { useEffect, useRef, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'
import { scrollAtEdge } from './scroll-at-edge.ts'

interface Drag<Key> {
  pointerId: number
  key: Key
  order: Key[]
}

interface Asked<Key> {
  list: RefObject<HTMLElement | null>
  keys: readonly Key[]
  /** Called with the item that was dragged and the keys in their new order. */
  onEnd: (key: Key, order: Key[]) => void
}

/** The keys with one of them moved to a position. */
export function moved<Key>(keys: readonly Key[], key: Key, to: number): Key[] {
  const others = keys.filter((one) => one !== key)
  return [...others.slice(0, to), key, ...others.slice(to)]
}

/**
 * Dragging an item of a list by its handle, with mouse, pen or finger. The list has the pointer while it lasts, because the item
 * itself is drawn at other places. It scrolls where the pointer is held at an edge; Esc ends it and changes nothing.
 */
export function useDragOrder<Key>({ list, keys, onEnd }: Asked<Key>) {
  const [drag, setDrag] = useState<Drag<Key> | null>(null)
  /** Where the pointer is, in pixels from the top of the window. */
  const height = useRef(0)
  const isDragging = drag !== null

  useEffect(() => {
    if (!isDragging) return
    let frame = 0
    const step = (): void => {
      if (scrollAtEdge(list.current, height.current))
        setDrag((now) => now && following(now, list.current, height.current))
      frame = requestAnimationFrame(step)
    }
    const cancel = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // A dialog around the list stays open.
      event.stopPropagation()
      setDrag(null)
    }
    frame = requestAnimationFrame(step)
    window.addEventListener('keydown', cancel, true)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', cancel, true)
    }
  }, [isDragging, list])

  return {
    dragged: drag?.key ?? null,
    order: drag?.order ?? keys,
    /** Of a handle. */
    start: (event: PointerEvent, key: Key): void => {
      if (event.button !== 0 || isDragging) return
      list.current?.setPointerCapture(event.pointerId)
      height.current = event.clientY
      setDrag({ pointerId: event.pointerId, key, order: [...keys] })
    },
    /** Of the list. */
    listeners: {
      onPointerMove: (event: PointerEvent): void => {
        if (drag?.pointerId !== event.pointerId) return
        height.current = event.clientY
        setDrag((now) => now && following(now, list.current, event.clientY))
      },
      onPointerUp: (event: PointerEvent): void => {
        if (drag?.pointerId !== event.pointerId) return
        if (drag.order.some((key, index) => key !== keys[index])) onEnd(drag.key, drag.order)
        setDrag(null)
      },
      onPointerCancel: (event: PointerEvent): void => {
        if (drag?.pointerId === event.pointerId) setDrag(null)
      },
    },
  }
}

/** A drag whose item is where the pointer is, among the items as they are drawn. */
function following<Key>(drag: Drag<Key>, list: HTMLElement | null, height: number): Drag<Key> {
  const at = drag.order.indexOf(drag.key)
  const middles = [...(list?.children ?? [])].map((child) => {
    const { top, height: tall } = child.getBoundingClientRect()
    return top + tall / 2
  })
  const to = middles.filter((middle, index) => index !== at && middle < height).length
  return to === at ? drag : { ...drag, order: moved(drag.order, drag.key, to) }
}
