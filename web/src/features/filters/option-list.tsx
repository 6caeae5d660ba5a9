import { Combobox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import { titleWhenCut } from '#web/ui/title-when-cut.ts'
import type { Option } from './option-index.ts'
import classes from './typeahead.module.css'

const rowHeight = 36

interface Props {
  id: string
  /** Name of the list. */
  label: string
  options: readonly Option[]
  /** Index of the active option; -1 for none. */
  active: number
  optionId: (index: number) => string
}

/** The list of a typeahead; only the visible options are drawn. Mounted while the list is open. */
export function OptionList({ id, label, options, active, optionId }: Props) {
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- a compiler would skip this component; none is used
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => box,
    estimateSize: () => rowHeight,
    overscan: 4,
    initialRect: { width: 280, height: 7 * rowHeight },
  })
  useEffect(() => {
    if (active >= 0) virtualizer.scrollToIndex(active, { align: 'auto' })
  }, [active, virtualizer])
  useEffect(() => {
    virtualizer.scrollToOffset(0)
  }, [options, virtualizer])
  return (
    <Combobox.Options id={id} ref={setBox} aria-label={label} className={classes['list']}>
      <div role="presentation" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const option = options[index]
          return (
            option !== undefined && (
              <Combobox.Option
                key={option.value}
                value={option.value}
                id={optionId(index)}
                className={classes['option']}
                selected={index === active}
                aria-selected={index === active}
                aria-setsize={options.length}
                aria-posinset={index + 1}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                <span className={classes['optionText']} onPointerEnter={titleWhenCut}>
                  {option.text}
                </span>
              </Combobox.Option>
            )
          )
        })}
      </div>
    </Combobox.Options>
  )
}
