import { useVirtualizedCombobox } from '@mantine/core'
import type { ComboboxStore } from '@mantine/core'
import { useId, useState } from 'react'

interface Options {
  /** Number of options in the list. */
  count: number
  isDisabled?: (index: number) => boolean
  /** Called when the active option is chosen. */
  onChoose: (index: number) => void
  onOpen?: () => void
  onClose?: () => void
}

/** A list of options controlled from a text box. */
export interface Listbox {
  store: ComboboxStore
  /** Index of the active option; -1 for none. */
  active: number
  setActive: (index: number) => void
  listId: string
  optionId: (index: number) => string
  /** The text box's ARIA attributes for its list. */
  boxProps: {
    role: 'combobox'
    'aria-expanded': boolean
    'aria-autocomplete': 'list'
    'aria-controls': string | undefined
    'aria-activedescendant': string | undefined
  }
}

/** Keeps the active option, and the ids that connect text box and list. */
export function useListbox({ count, isDisabled, onChoose, onOpen, onClose }: Options): Listbox {
  const id = useId()
  const [active, setActive] = useState(-1)
  const optionId = (index: number) => `${id}-${index}`
  const store = useVirtualizedCombobox({
    totalOptionsCount: count,
    getOptionId: optionId,
    isOptionDisabled: isDisabled,
    selectedOptionIndex: active,
    setSelectedOptionIndex: (index) => {
      setActive(index)
      document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
    },
    activeOptionIndex: 0,
    onSelectedOptionSubmit: onChoose,
    onDropdownOpen: onOpen,
    onDropdownClose: () => {
      setActive(-1)
      onClose?.()
    },
  })
  const shown = store.dropdownOpened && count > 0
  return {
    store,
    active,
    setActive,
    listId: `${id}-list`,
    optionId,
    boxProps: {
      role: 'combobox',
      'aria-expanded': shown,
      'aria-autocomplete': 'list',
      'aria-controls': shown ? `${id}-list` : undefined,
      'aria-activedescendant': shown && active >= 0 && active < count ? optionId(active) : undefined,
    },
  }
}
