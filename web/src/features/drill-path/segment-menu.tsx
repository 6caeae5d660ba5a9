import { Combobox, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSegmentChildren } from '@gensvar/contract/paths'
import type { Segment } from '@gensvar/contract/entities/navigation'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAskedPage } from '#web/lib/shown-page.ts'
import { useSession } from '#web/lib/session-store.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { titleWhenCut } from '#web/ui/title-when-cut.ts'
import { useListbox } from '#web/ui/use-listbox.ts'
import classes from './segment-menu.module.css'
import { useTexts } from './texts.ts'

/** Pause in typing before the server is queried, in milliseconds. */
const pause = 200

interface Child {
  path: string
  text: string
  accessAllowed: boolean
  formattedValue?: string | null
  nInterviews?: number | null
}

/** The units below a step that match a text: their names immediately, their figures when the server has answered. */
function useChildren(segment: Segment, term: string, opened: boolean) {
  const { locale } = useFormat()
  const survey = useSession((state) => state.survey) ?? '-'
  const page = useAskedPage()
  const wanted = term.trim()
  const [asked] = useDebouncedValue(wanted, pause)
  const query = useQuery({
    queryKey: ['segment-children', survey, segment.path, asked, page],
    queryFn: ({ signal }) =>
      call(
        listSegmentChildren,
        { params: { survey, drillPath: segment.path }, query: { filter: asked, ...page } },
        { signal },
      ),
    enabled: opened,
    meta: { quiet: true },
  })
  const folded = wanted.toLocaleLowerCase(locale)
  const named = segment.children.filter((child) => child.text.toLocaleLowerCase(locale).includes(folded))
  const isAnswered = query.data !== undefined && asked === wanted
  const children: readonly Child[] = isAnswered ? query.data.children : named
  const busy = query.isFetching || asked !== wanted
  return { children, total: isAnswered ? query.data.total : children.length, busy, error: query.error }
}

interface Props {
  segment: Segment
  /** Path of the next step, which is highlighted. */
  current: string | undefined
  onChoose: (path: string) => void
}

/** The chevron of a step: lists the units below it with their main figure; searchable. */
export function SegmentMenu({ segment, current, onChoose }: Props) {
  const t = useTexts()
  const [term, setTerm] = useState('')
  const [opened, setOpened] = useState(false)
  const { children, total, busy, error } = useChildren(segment, term, opened)
  function choose(path: string): void {
    store.closeDropdown()
    onChoose(path)
  }
  const { store, active, setActive, listId, optionId, boxProps } = useListbox({
    count: children.length,
    isDisabled: (index) => children[index]?.accessAllowed === false,
    onChoose: (index) => {
      const child = children[index]
      if (child !== undefined) choose(child.path)
    },
    onOpen: () => {
      setOpened(true)
      store.focusSearchInput()
    },
    onClose: () => {
      setOpened(false)
      setTerm('')
    },
  })
  const label = t('childrenOf', { name: segment.text })
  return (
    <Combobox store={store} width={320} position="bottom-start" shadow="md" onOptionSubmit={choose}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <button
          type="button"
          className={classes['chevron']}
          aria-label={label}
          aria-haspopup="listbox"
          aria-expanded={opened}
          onClick={() => store.toggleDropdown()}
        >
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown p={4}>
        <Combobox.Search
          {...boxProps}
          classNames={{ input: classes['search'] }}
          aria-label={label}
          placeholder={t('findChild')}
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            setActive(-1)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') store.focusTarget()
          }}
        />
        {opened && children.length > 0 && (
          <Combobox.Options id={listId} className={classes['list']} aria-label={label}>
            {children.map((child, index) => (
              <ChildOption
                key={child.path}
                id={optionId(index)}
                child={child}
                isCurrent={child.path === current}
                isActive={index === active}
              />
            ))}
          </Combobox.Options>
        )}
        {opened && children.length === 0 && (
          <p role="status" className={classes['note']}>
            {busy ? <Loader size={16} /> : error ? errorText(error) : t('noUnits')}
          </p>
        )}
        {opened && total > children.length && (
          <p role="status" className={classes['note']}>
            {t('moreUnits', { shown: children.length, total })}
          </p>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface ChildProps {
  id: string
  child: Child
  isCurrent: boolean
  isActive: boolean
}

function ChildOption({ id, child, isCurrent, isActive }: ChildProps) {
  const t = useTexts()
  const format = useFormat()
  const count = child.nInterviews ?? null
  return (
    <Combobox.Option
      id={id}
      value={child.path}
      disabled={!child.accessAllowed}
      selected={isActive}
      aria-selected={isCurrent}
      className={classes['child']}
    >
      {isCurrent && <IconCheck size={16} aria-hidden="true" className={classes['mark']} />}
      {!child.accessAllowed && <IconLock size={14} role="img" aria-label={t('noAccess')} className={classes['lock']} />}
      <span className={classes['text']} onPointerEnter={titleWhenCut}>
        {child.text}
      </span>
      <span className={classes['value']}>{child.formattedValue === null ? <NoValue /> : child.formattedValue}</span>
      <span className={classes['count']}>{count !== null && `n ${format.number(count)}`}</span>
    </Combobox.Option>
  )
}
