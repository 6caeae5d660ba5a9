import { Combobox, Loader, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSegmentChildren } from '@gensvar/contract/paths'
import type { Segment } from '@gensvar/contract/entities/navigation'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session-store.ts'
import classes from './segment-menu.module.css'
import { useTexts } from './texts.ts'

/** Pause in typing after which the server is asked, in milliseconds. */
const pause = 200

interface Props {
  segment: Segment
  current: string | undefined
  onChoose: (path: string) => void
}

interface Child {
  path: string
  text: string
  accessAllowed: boolean
  formattedValue?: string | null
  nInterviews?: number | null
}

/** The chevron of a step: lists the units below it with their main figure, to search and to go to. */
export function SegmentMenu({ segment, current, onChoose }: Props) {
  const t = useTexts()
  const [term, setTerm] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTerm('')
    },
  })
  const label = t('childrenOf', { name: segment.text })
  return (
    <Combobox
      store={combobox}
      width={320}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={(path) => {
        combobox.closeDropdown()
        onChoose(path)
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <button
          type="button"
          className={classes['chevron']}
          aria-label={label}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown p={4}>
        <Combobox.Search
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
          aria-label={label}
          placeholder={t('findChild')}
          onKeyDown={(event) => {
            if (event.key === 'Escape') combobox.focusTarget()
          }}
        />
        {combobox.dropdownOpened && (
          <Children segment={segment} term={term} label={label} current={current} />
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface ChildrenProps {
  segment: Segment
  term: string
  label: string
  current: string | undefined
}

/** The units below a step, asked for while the list is open; their names are there at once. */
function Children({ segment, term, label, current }: ChildrenProps) {
  const t = useTexts()
  const format = useFormat()
  const survey = useSession((state) => state.survey) ?? '-'
  const [asked] = useDebouncedValue(term.trim(), pause)
  const query = useQuery({
    queryKey: ['segment-children', survey, segment.path, asked],
    queryFn: ({ signal }) =>
      call(listSegmentChildren, { params: { survey, drillPath: segment.path }, query: { filter: asked } }, { signal }),
    meta: { quiet: true },
  })
  const wanted = term.trim().toLocaleLowerCase(format.locale)
  const named = segment.children.filter((child) => child.text.toLocaleLowerCase(format.locale).includes(wanted))
  const isFresh = query.data !== undefined && asked === term.trim()
  const children: readonly Child[] = isFresh ? query.data.children : named
  const total = isFresh ? query.data.total : children.length
  if (children.length === 0) {
    return (
      <p role="status" className={classes['note']}>
        {query.isFetching ? <Loader size={16} /> : query.error ? errorText(query.error) : t('noUnits')}
      </p>
    )
  }
  return (
    <>
      <Combobox.Options className={classes['list']} aria-label={label}>
        {children.map((child) => (
          <Combobox.Option
            key={child.path}
            value={child.path}
            disabled={!child.accessAllowed}
            aria-selected={child.path === current}
            className={classes['child']}
          >
            {child.path === current && <IconCheck size={16} aria-hidden="true" className={classes['mark']} />}
            {!child.accessAllowed && (
              <IconLock size={14} role="img" aria-label={t('noAccess')} className={classes['lock']} />
            )}
            <span className={classes['text']}>{child.text}</span>
            <span className={classes['value']}>{child.formattedValue}</span>
            <span className={classes['count']}>
              {child.nInterviews !== null && child.nInterviews !== undefined && `n ${format.number(child.nInterviews)}`}
            </span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {total > children.length && (
        <p role="status" className={classes['note']}>
          {t('moreUnits', { shown: children.length, total })}
        </p>
      )}
    </>
  )
}
