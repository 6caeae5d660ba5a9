import { ActionIcon, Button, Menu, NativeSelect } from '@mantine/core'
import { IconCode, IconCopy, IconDotsVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { componentSizes } from '@gensvar/contract/widgets/define-widget'
import { OrderList } from '#web/ui/order-list.tsx'
import { useTexts } from '../texts.ts'
import type { DraftComponent } from './draft-pages.ts'
import { duplicateComponent } from './duplicate-component.ts'
import { moveAt, removeAt, setAt } from './edit-text.ts'
import type { Path } from './edit-text.ts'
import { innerLists, isWithin, movedWith, placeOf } from './inner-lists.ts'
import type { ComponentList, ListEntry } from './inner-lists.ts'
import { moveOf } from './names.ts'
import type { StructureEdits } from './structure-edits.ts'
import { useKindNames } from './use-kind-names.ts'
import classes from './structure.module.css'

interface Props {
  list: ComponentList
  /** What the list is called. */
  label: string
  /** Place of the component that is set up. */
  chosen: Path | null
  onChoose: (component: Path | null) => void
  /** Adds a component to a list. */
  onAdd: (list: ComponentList) => void
  edits: StructureEdits
  /** A title in the language shown. */
  titleOf: (title: unknown) => string
}

/** Names the entries by their ids, which stay as they are moved; by their places where they have none of their own. */
function keysOf({ entries }: ComponentList): string[] {
  const names = entries.map(({ name }) => name)
  return names.map((name, at) => (name !== '' && names.indexOf(name) === at ? name : `#${at}`))
}

/** Components in their order, and inside each those that it holds: chosen, sized, moved, duplicated and removed. */
export function ComponentTree(props: Props) {
  const { list, label, chosen, onChoose, edits, titleOf } = props
  const t = useTexts()
  const kindName = useKindNames()
  const keys = keysOf(list)
  const pathAt = (at: number): Path => placeOf(list, at)
  const at = list.entries.findIndex((_, index) => chosen !== null && String(pathAt(index)) === String(chosen))

  const nameOf = ({ title, component, name }: ListEntry) =>
    titleOf(title) || (component && (titleOf(component.title) || kindName(component.type))) || name
  const remove = (index: number) => {
    edits.edit((text) => removeAt(text, [...list.path, index]))
    if (chosen !== null && isWithin(chosen, list.path)) onChoose(null)
  }
  const order = (after: readonly string[]) => {
    const move = moveOf(keys, after)
    if (move === null) return
    edits.edit((text) => moveAt(text, list.path, move.from, move.to))
    const former = after.map((key) => keys.indexOf(key))
    if (chosen !== null) onChoose(movedWith(chosen, list.path, former))
  }
  const duplicate = (index: number) => {
    edits.edit((text) => duplicateComponent(text, list, index))
    onChoose(pathAt(index + 1))
  }
  const choose = (key: string) => {
    const path = pathAt(keys.indexOf(key))
    onChoose(String(path) === String(chosen) ? null : path)
  }

  return (
    <OrderList
      label={label}
      items={list.entries.map((entry, index) => {
        const title = nameOf(entry)
        return {
          key: keys[index] ?? '',
          title,
          detail: entry.component === null ? t('elsewhere') : entry.name,
          isFixed: entry.component === null,
          actions: (
            <EntryActions
              title={title}
              component={list.kind === 'page' ? entry.component : null}
              onSize={(size) => edits.edit((text) => setAt(text, [...pathAt(index), 'config', 'size'], size))}
              onDuplicate={entry.component && (() => duplicate(index))}
              onShowText={() => edits.showInText([...list.path, index])}
              onRemove={list.entries.length > list.least ? () => remove(index) : null}
            />
          ),
          below: entry.component && <Inside {...props} component={entry.component} path={pathAt(index)} name={title} />,
        }
      })}
      chosen={at < 0 ? null : (keys[at] ?? null)}
      onChoose={choose}
      onOrder={order}
    />
  )
}

interface InsideProps extends Omit<Props, 'list' | 'label'> {
  component: DraftComponent
  path: Path
  name: string
}

/** The lists inside a component; nothing for most. */
function Inside({ component, path, name, ...props }: InsideProps) {
  const t = useTexts()
  const titleOf = ({ kind, place, audience }: ComponentList) => {
    if (kind !== 'branch') return t('inside', { name })
    return t(audience.length > 0 ? 'branchFor' : 'branch', { place: place + 1, audience: audience.join(', ') })
  }
  return innerLists(component, path).map((list) => {
    const title = titleOf(list)
    const label = list.kind === 'branch' ? `${name}, ${title}` : title
    return (
      <section key={list.place} className={classes['inside']} aria-label={label}>
        <div className={classes['insideHead']}>
          <h3 className={classes['insideTitle']}>{title}</h3>
          <Button
            size="compact-xs"
            variant="default"
            className={classes['insideAdd'] ?? ''}
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => props.onAdd(list)}
            aria-label={t('addTo', { name: label })}
          >
            {t('add')}
          </Button>
        </div>
        {list.entries.length > 0 && <ComponentTree {...props} list={list} label={label} />}
      </section>
    )
  })
}

interface ActionsProps {
  title: string
  /** What a width is chosen of; null where it has none. */
  component: DraftComponent | null
  onSize: (size: number) => void
  onDuplicate: (() => void) | null
  onShowText: () => void
  /** Null where the last one has to stay. */
  onRemove: (() => void) | null
}

/** What can be done with an entry besides choosing and moving it. */
function EntryActions({ title, component, onSize, onDuplicate, onShowText, onRemove }: ActionsProps) {
  const t = useTexts()
  return (
    <>
      {component && (
        <NativeSelect
          size="xs"
          aria-label={t('widthOf', { name: title })}
          value={String(component.size)}
          data={componentSizes.map((size) => ({ value: String(size), label: t(`width${size}`) }))}
          onChange={({ currentTarget: { value } }) => onSize(Number(value))}
        />
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('moreOf', { name: title })}>
            <IconDotsVertical size={16} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onDuplicate && (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={onDuplicate}>
              {t('duplicate')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCode size={16} aria-hidden="true" />} onClick={onShowText}>
            {t('showInText')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden="true" />}
            disabled={onRemove === null}
            onClick={() => onRemove?.()}
          >
            {t('remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
