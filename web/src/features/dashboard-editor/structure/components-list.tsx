import { ActionIcon, Button, Menu, NativeSelect } from '@mantine/core'
import { IconCode, IconCopy, IconDotsVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { componentSizes } from '@gensvar/contract/widgets/define-widget'
import { Card } from '#web/ui/card.tsx'
import { OrderList } from '#web/ui/order-list.tsx'
import { AddComponent } from '../forms/service.ts'
import type { NewComponent, SurveyFacts } from '../forms/service.ts'
import { useTexts } from '../texts.ts'
import type { DraftComponent, DraftOutline, DraftPage } from './draft-pages.ts'
import { duplicateAt, insertAt, moveAt, removeAt, setAt } from './edit-text.ts'
import { freeName, idsOf, moveOf } from './names.ts'
import type { StructureEdits } from './structure-edits.ts'
import { useKindNames } from './use-kind-names.ts'
import classes from './structure.module.css'

interface Props {
  outline: DraftOutline
  facts: SurveyFacts
  page: DraftPage
  pageAt: number
  chosen: number | null
  onChoose: (component: number | null) => void
  edits: StructureEdits
  /** A title in the language shown. */
  titleOf: (title: unknown) => string
}

/** Names the components by their ids, which stay as they are moved; by their places where they have none of their own. */
function keysOf(components: readonly DraftComponent[]): string[] {
  const ids = components.map(({ id }) => id)
  return ids.map((id, at) => (id !== '' && ids.indexOf(id) === at ? id : `#${at}`))
}

/** The components of the page shown. */
export function ComponentsList({ outline, facts, page, pageAt, chosen, onChoose, edits, titleOf }: Props) {
  const t = useTexts()
  const kindName = useKindNames()
  const [isAdding, setAdding] = useState(false)
  const { components } = page
  const list = ['pages', pageAt, 'components']
  const keys = keysOf(components)
  const ids = idsOf(outline.value)

  const add = (component: NewComponent) => {
    setAdding(false)
    edits.edit((text) => insertAt(text, list, components.length, component))
    onChoose(components.length)
  }
  const duplicate = (at: number, { id, type }: DraftComponent) => {
    const copy = freeName(id === '' ? type : id.replace(/_\d+$/, ''), ids)
    edits.edit((text) => setAt(duplicateAt(text, list, at), [...list, at + 1, 'config', 'id'], copy))
    onChoose(at + 1)
  }
  const remove = (at: number) => {
    edits.edit((text) => removeAt(text, [...list, at]))
    onChoose(null)
  }
  const order = (after: readonly string[]) => {
    const move = moveOf(keys, after)
    if (move === null) return
    edits.edit((text) => moveAt(text, list, move.from, move.to))
    if (chosen !== null) onChoose(after.indexOf(keys[chosen] ?? ''))
  }

  return (
    <Card
      title={t('componentsOf', { page: page.title })}
      actions={
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {t('addComponent')}
        </Button>
      }
    >
      {components.length === 0 && <p className={classes['note']}>{t('noComponents')}</p>}
      <OrderList
        label={t('componentsOf', { page: page.title })}
        items={components.map((component, at) => {
          const title = titleOf(component.title) || kindName(component.type)
          return {
            key: keys[at] ?? '',
            title,
            detail: component.id,
            actions: (
              <>
                <NativeSelect
                  size="xs"
                  aria-label={t('widthOf', { name: title })}
                  value={String(component.size)}
                  data={componentSizes.map((size) => ({ value: String(size), label: t(`width${size}`) }))}
                  onChange={({ currentTarget: { value } }) =>
                    edits.edit((text) => setAt(text, [...list, at, 'config', 'size'], Number(value)))
                  }
                />
                <Menu position="bottom-end" withinPortal>
                  <Menu.Target>
                    <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('moreOf', { name: title })}>
                      <IconDotsVertical size={16} aria-hidden="true" />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item
                      leftSection={<IconCopy size={16} aria-hidden="true" />}
                      onClick={() => duplicate(at, component)}
                    >
                      {t('duplicate')}
                    </Menu.Item>
                    <Menu.Item
                      leftSection={<IconCode size={16} aria-hidden="true" />}
                      onClick={() => edits.showInText([...list, at])}
                    >
                      {t('showInText')}
                    </Menu.Item>
                    <Menu.Item leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={() => remove(at)}>
                      {t('remove')}
                    </Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              </>
            ),
          }
        })}
        chosen={chosen === null ? null : (keys[chosen] ?? null)}
        onChoose={(key) => onChoose(keys.indexOf(key) === chosen ? null : keys.indexOf(key))}
        onOrder={order}
      />
      <AddComponent opened={isAdding} facts={facts} onAdd={add} onClose={() => setAdding(false)} />
    </Card>
  )
}
