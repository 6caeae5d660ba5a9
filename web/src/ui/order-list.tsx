import { ActionIcon } from '@mantine/core'
import { IconGripVertical, IconX } from '@tabler/icons-react'
import type en from '#web/locales/en/later/imports.json'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { defineLaterTexts } from '#web/lib/texts.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import classes from './order-list.module.css'

const useTexts = defineLaterTexts<typeof en>('imports')

interface Item {
  key: number
  title: string
  detail?: ReactNode
}

interface Props {
  label: string
  items: readonly Item[]
  /** Called with the keys in their new order. */
  onOrder: (keys: number[]) => void
  /** Left out where the items can only be ordered. */
  onRemove?: (key: number) => void
}

/** The keys with one of them moved to a position. */
function moved(keys: readonly number[], key: number, to: number): number[] {
  const others = keys.filter((one) => one !== key)
  return [...others.slice(0, to), key, ...others.slice(to)]
}

/**
 * A short list whose order matters. The handle of an item is dragged by mouse or touch, and moved with the arrow keys;
 * screen readers are told the new position.
 */
export function OrderList({ label, items, onOrder, onRemove }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ key: number; order: number[] } | null>(null)
  const [told, setTold] = useState('')
  const focused = useRef<number | null>(null)
  const known = items.map(({ key }) => key)
  const order = drag?.order ?? known

  // A moved item is drawn at another place, where its handle has to be focused again.
  useEffect(() => {
    if (focused.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-key="${focused.current}"] button`)?.focus()
    focused.current = null
  })

  function move(item: Item, to: number): void {
    if (to < 0 || to >= known.length) return
    focused.current = item.key
    setTold(t('movedTo', { name: item.title, place: to + 1, count: known.length }))
    onOrder(moved(known, item.key, to))
  }

  function press(event: KeyboardEvent, item: Item): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    move(item, known.indexOf(item.key) + by)
  }

  function follow(event: PointerEvent): void {
    if (drag === null || list.current === null) return
    const middles = [...list.current.children].map((child) => {
      const { top, height } = child.getBoundingClientRect()
      return top + height / 2
    })
    const at = drag.order.indexOf(drag.key)
    const to = middles.filter((middle, index) => index !== at && middle < event.clientY).length
    if (to !== at) setDrag({ key: drag.key, order: moved(drag.order, drag.key, to) })
  }

  function end(): void {
    if (drag !== null && drag.order.some((key, index) => key !== known[index])) onOrder(drag.order)
    setDrag(null)
  }

  return (
    <>
      <ol ref={list} aria-label={label} className={classes['list']}>
        {order.map((key) => {
          const item = items.find((one) => one.key === key)
          if (item === undefined) return null
          return (
            <li key={key} data-key={key} data-dragged={drag?.key === key || undefined} className={classes['item']}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                className={classes['handle']}
                aria-label={t('moveItem', { name: item.title })}
                title={t('moveHelp')}
                onKeyDown={(event) => press(event, item)}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  setDrag({ key, order: known })
                }}
                onPointerMove={follow}
                onPointerUp={end}
                onPointerCancel={() => setDrag(null)}
              >
                <IconGripVertical size={16} aria-hidden="true" />
              </ActionIcon>
              <span className={classes['title']}>
                {item.title}
                {item.detail !== undefined && <span className={classes['detail']}>{item.detail}</span>}
              </span>
              {onRemove !== undefined && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  aria-label={app('removeNamed', { name: item.title })}
                  onClick={() => onRemove(key)}
                >
                  <IconX size={16} aria-hidden="true" />
                </ActionIcon>
              )}
            </li>
          )
        })}
      </ol>
      <p role="status" className={classes['told']}>
        {told}
      </p>
    </>
  )
}
