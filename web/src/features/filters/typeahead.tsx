import { Combobox, Loader, TextInput, useVirtualizedCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Option } from './option-index.ts'
import { OptionList } from './option-list.tsx'
import { useTexts } from './texts.ts'
import classes from './typeahead.module.css'

interface Props {
  /** The filter's title: name of the box and of its list. */
  label: string
  term: string
  onTerm: (term: string) => void
  /** Options that match the term. */
  options: readonly Option[]
  /** How many match in all, where the list holds only the first of them. */
  total?: number
  onChoose: (value: string) => void
  busy?: boolean
  /** What the list says where it has no options; "no matches" unless told. */
  nothing?: string
}

/** A text box that lists the options that match what is typed. */
export function Typeahead({ label, term, onTerm, options, total, onChoose, busy, nothing }: Props) {
  const t = useTexts()
  const id = useId()
  const [active, setActive] = useState(-1)
  const listId = `${id}-list`
  const optionId = (index: number) => `${id}-${index}`
  function choose(value: string): void {
    onChoose(value)
    onTerm('')
    setActive(-1)
  }
  const combobox = useVirtualizedCombobox({
    totalOptionsCount: options.length,
    getOptionId: optionId,
    selectedOptionIndex: active,
    setSelectedOptionIndex: setActive,
    activeOptionIndex: 0,
    onSelectedOptionSubmit: (index) => {
      const option = options[index]
      if (option !== undefined) choose(option.value)
    },
    onDropdownClose: () => setActive(-1),
  })
  const opened = combobox.dropdownOpened
  const listed = opened && options.length > 0
  const more = total !== undefined && total > options.length
  const boxProps = {
    role: 'combobox',
    'aria-expanded': listed,
    'aria-controls': listed ? listId : undefined,
    'aria-activedescendant': listed && active >= 0 && active < options.length ? optionId(active) : undefined,
    'aria-autocomplete': 'list' as const,
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width="target" position="bottom-start" shadow="md">
      <Combobox.Target {...boxProps}>
        <TextInput
          size="sm"
          aria-label={label}
          placeholder={t('typeToSearch')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          rightSection={busy === true ? <Loader size={16} /> : null}
          value={term}
          onChange={(event) => {
            onTerm(event.currentTarget.value)
            // What Enter takes: the first match, once something is asked for.
            setActive(event.currentTarget.value.trim() === '' ? -1 : 0)
            combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown p={4}>
        {listed && <OptionList id={listId} label={label} options={options} active={active} optionId={optionId} />}
        {opened && options.length === 0 && (
          <p role="status" className={classes['note']}>
            {busy === true ? t('searching') : (nothing ?? t('noMatches'))}
          </p>
        )}
        {opened && more && (
          <p role="status" className={classes['note']}>
            {t('moreMatches', { shown: options.length, total: total ?? 0 })}
          </p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
