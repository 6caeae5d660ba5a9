import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowMerge, IconArrowRight, IconDotsVertical, IconPencil, IconSitemap } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { ListedUnit } from '@gensvar/contract/units'
import { useFormat } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { useTexts } from './texts.ts'
import classes from './units.module.css'

/** What can be done with a unit in the list. */
export type UnitAct = 'edit' | 'below' | 'move' | 'merge'

const labels = { edit: 'actEdit', below: 'actBelow', move: 'actMove', merge: 'actMerge' } as const

/** The columns of the list of units. `onAct` must stay the same function. */
export function useUnitColumns(onAct: (unit: ListedUnit, act: UnitAct) => void): Column<ListedUnit>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo(() => {
    const date = (id: 'opened' | 'closed', at: (unit: ListedUnit) => string | null): Column<ListedUnit> => {
      const text = (unit: ListedUnit) => {
        const value = at(unit)
        return value === null ? '' : format.date(value)
      }
      return { id, title: t(id), sortBy: id, width: 120, text, cell: text }
    }
    const place = ({ above }: ListedUnit) => above.join(' › ')
    const aliases = (unit: ListedUnit) => unit.aliases.join(', ')
    const owner = (unit: ListedUnit) => unit.owner ?? ''
    return [
      {
        id: 'title',
        title: t('unit'),
        naming: true,
        width: 180,
        sortBy: 'title',
        text: ({ title }) => title,
        cell: ({ title }) => title,
      },
      {
        id: 'actions',
        title: t('actions'),
        isTitleHidden: true,
        width: 56,
        isFixed: true,
        align: 'right',
        text: () => '',
        cell: (unit) => <UnitMenu unit={unit} onAct={(act) => onAct(unit, act)} />,
      },
      { id: 'place', title: t('place'), width: 180, text: place, cell: place },
      {
        id: 'below',
        title: t('below'),
        align: 'right',
        width: 90,
        text: ({ children }) => (children === 0 ? '' : format.number(children)),
        cell: ({ children }) => (children === 0 ? '' : format.number(children)),
      },
      { id: 'owner', title: t('owner'), width: 150, text: owner, cell: owner },
      date('opened', ({ validFrom }) => validFrom),
      date('closed', ({ validTo }) => validTo),
      {
        id: 'aliases',
        title: t('aliases'),
        width: 160,
        text: aliases,
        cell: (unit) => <span className={classes['quiet']}>{aliases(unit)}</span>,
      },
      { id: 'name', title: t('name'), extra: true, text: ({ extName }) => extName, cell: ({ extName }) => extName },
    ]
  }, [t, format, onAct])
}

function UnitMenu({ unit, onAct }: { unit: ListedUnit; onAct: (act: UnitAct) => void }) {
  const t = useTexts()
  const isOpen = unit.mayEdit && !unit.isBlank
  const acts: [isOffered: boolean, act: UnitAct, icon: Icon][] = [
    [isOpen, 'edit', IconPencil],
    [unit.children > 0, 'below', IconSitemap],
    [isOpen && unit.depth > 1, 'move', IconArrowRight],
    [isOpen, 'merge', IconArrowMerge],
  ]
  const offered = acts.filter(([isOffered]) => isOffered)
  if (offered.length === 0) return null
  return (
    <Menu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          tabIndex={-1}
          aria-label={t('actionsOf', { name: unit.title })}
        >
          <IconDotsVertical size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(([, act, Shown]) => (
          <Menu.Item key={act} leftSection={<Shown size={16} aria-hidden="true" />} onClick={() => onAct(act)}>
            {t(labels[act])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
