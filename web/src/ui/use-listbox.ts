import { useVirtualizedCombobox } from '@mantine/core'
import type { ComboboxStore } from '@mantine/core'
import { useId, useState } from 'react'

interface Options {
  /** Number of options in the list. */
  count: number
  isDisabled?: (index: number) => boolean
  /** The option the keyboard is at was chosen. */
  onChoose: (index: number) => void
  onOpen?: () => void
  onClose?: () => void
}

/** A list of options worked from a text box. */
export interface Listbox {
  store: ComboboxStore
  /** Place of the option the keyboard is at; -1 for none. */
  active: number
  setActive: (index: number) => void
  listId: string
  optionId: (index: number) => string
  /** What the text box says of its list to assistive technology. */
  boxProps: {
    role: 'combobox'
    'aria-expanded': boolean
    'aria-autocomplete': 'list'
    'aria-controls': string | undefined
    'aria-activedescendant': string | undefined
  }
}

/** Keeps which option the keyboard is at, and the names by which box and list know each other. */
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
