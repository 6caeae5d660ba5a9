import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'

interface Options {
  body: RefObject<HTMLTableSectionElement | null>
  count: number
  /** Name of the table, under which its focused row is remembered. */
  id: string
  /** Changes when other rows are shown: another place, another page; empty while they are loading. */
  rowsKey: string
  /** Brings a row that is not drawn into view; it is drawn soon after. */
  reveal: (index: number) => void
}

/** The row that last had the focus, by table and rows, and whether the focus was there when the rows were left. */
const lastStops = new Map<string, { index: number; isLeft: boolean }>()

/** Number of rows that PageUp and PageDown move by. */
const leap = 10

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index], tr[data-under]') : null
  return row === null ? null : Number(row.dataset['index'] ?? row.dataset['under'])
}

function nextIndex(key: string, index: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1)
    case 'ArrowUp':
      return Math.max(0, index - 1)
    case 'PageDown':
      return Math.min(last, index + leap)
    case 'PageUp':
      return Math.max(0, index - leap)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** Moves the focus within a row and what is folded under it; false if there is nothing more in that direction. */
function moveInRow(target: HTMLElement, index: number, by: 1 | -1): boolean {
  const rows = target.closest('tbody')?.querySelectorAll(`[data-index="${index}"], [data-under="${index}"]`) ?? []
  const stops = [...rows].flatMap((row) => [
    ...row.querySelectorAll<HTMLElement>('[data-stop], a[href], button, input'),
  ])
  const next = stops[stops.indexOf(target) + by]
  next?.focus()
  return next !== undefined
}

/**
 * Arrow keys in a table. One row is the tab stop (`stop`). Up and down move it, also to rows that are not drawn yet;
 * left and right reach the other links and buttons of a row. When the rows change, the focus moves to the first new
 * row; back at rows that were left from, to the row it was on.
 */
export function useRowKeys({ body, count, id, rowsKey, reveal }: Options) {
  const name = `${id} ${rowsKey}`
  const [stop, setStop] = useState(lastStops.get(name)?.index ?? 0)
  const wanted = useRef<number | null>(null)
  const inside = useRef(false)
  const [shownKey, setShownKey] = useState(rowsKey)
  if (shownKey !== rowsKey) {
    setShownKey(rowsKey)
    setStop(lastStops.get(name)?.index ?? 0)
  }

  const focusRow = useCallback(
    (index: number): boolean => {
      const target = body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-stop]`)
      target?.focus()
      // It may be there and still not take the focus, while its screen is being drawn.
      return target != null && document.activeElement === target
    },
    [body],
  )

  // A layout effect runs also when a screen that was hidden while another loaded is shown again, as it was.
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    const last = lastStops.get(name)
    if (rowsKey === '' || !isLost || !(inside.current || last?.isLeft === true)) return
    const index = last?.index ?? 0
    reveal(index)
    wanted.current = focusRow(index) ? null : index
    // Only for other rows: scrolling and typing must not take the focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name])

  // After every render: a row that was not drawn when the focus moved to it may exist now.
  useEffect(() => {
    if (wanted.current !== null && focusRow(wanted.current)) wanted.current = null
  })

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const index = indexOf(event.target)
      if (index === null) return
      if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
        if (moveInRow(event.target as HTMLElement, index, event.key === 'ArrowRight' ? 1 : -1)) event.preventDefault()
        return
      }
      const next = nextIndex(event.key, index, count)
      if (next === null) return
      event.preventDefault()
      setStop(next)
      reveal(next)
      if (!focusRow(next)) wanted.current = next
    },
    [count, focusRow, reveal],
  )

  const onFocus = useCallback(
    (event: React.FocusEvent<HTMLElement>) => {
      inside.current = true
      const index = indexOf(event.target)
      if (index === null) return
      setStop(index)
      if (rowsKey !== '') lastStops.set(name, { index, isLeft: true })
    },
    [name, rowsKey],
  )

  const onBlur = useCallback(
    (event: React.FocusEvent<HTMLElement>) => {
      // A removed row loses the focus without an event; then the table still counts as focused.
      if (event.relatedTarget === null) return
      inside.current = false
      const last = lastStops.get(name)
      if (last !== undefined) lastStops.set(name, { ...last, isLeft: false })
    },
    [name],
  )

  return { stop: Math.min(stop, Math.max(0, count - 1)), keys: { onKeyDown, onFocus, onBlur } }
}
