import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconGripVertical, IconX } from '@tabler/icons-react'
import type en from '#web/locales/en/later/imports.json'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { defineLaterTexts } from '#web/lib/texts.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { moved, useDragOrder } from './use-drag-order.ts'
import classes from './order-list.module.css'

const useTexts = defineLaterTexts<typeof en>('imports')

type ItemKey = number | string

interface Item<Key extends ItemKey> {
  key: Key
  title: string
  detail?: ReactNode
  /** Stands in place of the title, such as fields; the title names the item then. */
  content?: ReactNode
  /** What else can be done with it. */
  actions?: ReactNode
  /** What is shown under it, such as a list of what it holds. */
  below?: ReactNode
  /** Cannot be chosen, though others can. */
  isFixed?: boolean
}

interface Props<Key extends ItemKey> {
  label: string
  items: readonly Item<Key>[]
  /** Called with the keys in their new order. */
  onOrder: (keys: Key[]) => void
  /** Left out where the items can only be ordered. */
  onRemove?: (key: Key) => void
  /** Called with the item whose title is pressed; left out where there is nothing to choose. */
  onChoose?: (key: Key) => void
  chosen?: Key | null
}

/**
 * A short list whose order matters. The handle of an item is dragged by mouse or touch, and moved with the arrow keys;
 * with Alt they move it from anywhere in it. Screen readers are told the new position.
 */
export function OrderList<Key extends ItemKey>(props: Props<Key>) {
  const { label, items, onOrder, onRemove, onChoose, chosen } = props
  const t = useTexts()
  const app = useAppTexts()
  const list = useRef<HTMLOListElement>(null)
  const [told, setTold] = useState('')
  const focused = useRef<{ key: Key; field: HTMLElement | null } | null>(null)
  const known = items.map(({ key }) => key)
  const drag = useDragOrder({
    list,
    keys: known,
    onEnd: (key, order) => {
      const item = items.find((one) => one.key === key)
      if (item) tell(item, order)
    },
  })

  // A moved item is drawn at another place, where the field that was used, else its handle, has to be focused again.
  useEffect(() => {
    if (focused.current === null) return
    const { key, field } = focused.current
    focused.current = null
    const item = list.current?.querySelector(`:scope > [data-key="${CSS.escape(String(key))}"]`)
    if (field !== null && item?.contains(field) === true) field.focus()
    else item?.querySelector('button')?.focus()
  })

  function move(item: Item<Key>, to: number): void {
    if (to < 0 || to >= known.length) return
    tell(item, moved(known, item.key, to))
  }

  function tell({ key, title }: Item<Key>, order: Key[]): void {
    const active = document.activeElement
    focused.current = { key, field: active instanceof HTMLInputElement ? active : null }
    setTold(t('movedTo', { name: title, place: order.indexOf(key) + 1, count: order.length }))
    onOrder(order)
  }

  function press(event: KeyboardEvent, item: Item<Key>): void {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0 || event.defaultPrevented) return
    event.preventDefault()
    move(item, known.indexOf(item.key) + by)
  }

  return (
    <>
      <ol
        ref={list}
        aria-label={label}
        className={classes['list']}
        data-dragging={drag.dragged !== null || undefined}
        {...drag.listeners}
      >
        {drag.order.map((key) => {
          const item = items.find((one) => one.key === key)
          if (item === undefined) return null
          return (
            // What is in the item has the focus; the item only listens for keys that all of it shares.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={key}
              data-key={key}
              data-dragged={drag.dragged === key || undefined}
              data-chosen={(chosen !== undefined && chosen === key) || undefined}
              className={classes['item']}
              onKeyDown={(event) => event.altKey && press(event, item)}
            >
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                className={classes['handle']}
                aria-label={t('moveItem', { name: item.title })}
                title={t('moveHelp')}
                onKeyDown={(event) => press(event, item)}
                onPointerDown={(event) => drag.start(event, key)}
              >
                <IconGripVertical size={16} aria-hidden="true" />
              </ActionIcon>
              <Title item={item} isChosen={chosen === key} onChoose={item.isFixed ? undefined : onChoose} />
              {item.actions}
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
              {item.below && <div className={classes['below']}>{item.below}</div>}
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

interface TitleProps<Key extends ItemKey> {
  item: Item<Key>
  isChosen: boolean
  onChoose: ((key: Key) => void) | undefined
}

function Title<Key extends ItemKey>({ item, isChosen, onChoose }: TitleProps<Key>) {
  if (item.content !== undefined) return <div className={classes['content']}>{item.content}</div>
  const content = (
    <>
      <span className={classes['name']}>{item.title}</span>
      {item.detail !== undefined && <span className={classes['detail']}>{item.detail}</span>}
    </>
  )
  if (onChoose === undefined) return <span className={classes['title']}>{content}</span>
  return (
    <UnstyledButton
      className={classes['title']}
      aria-current={isChosen || undefined}
      onClick={() => onChoose(item.key)}
    >
      {content}
    </UnstyledButton>
  )
}
