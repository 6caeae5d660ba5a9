import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconGitBranch, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { textHolders } from '@gensvar/contract/template-markup'
import { useTexts } from '../texts.ts'
import { betweenName } from './design-tree.ts'
import type { DesignNode, DesignPath } from './design-tree.ts'
import { isElementName } from './elements.ts'
import { withCondition, withCopy, withMoved, withoutPart } from './tree-steps.ts'
import { useDesigner } from './use-designer.ts'
import type { DesignerSession } from './designer-session.ts'
import classes from './designer.module.css'

interface Row {
  path: DesignPath
  node: DesignNode
  /** Among its siblings, from 1. */
  position: number
  siblings: number
}

/** The parts of a mail in their order: selected, moved, copied and deleted here, by mouse and keyboard. */
export function Structure({ session }: { session: DesignerSession }) {
  const t = useTexts()
  const { body, selected, part } = useDesigner(session)
  const list = useRef<HTMLUListElement>(null)
  const key = selected.join('.')
  useEffect(() => {
    // Who moves a part by keyboard goes on with it.
    if (list.current?.contains(document.activeElement))
      list.current.querySelector<HTMLElement>(`[data-row="${key}"]`)?.focus()
  }, [key, body])
  if (!body) return null
  const rows = rowsOf(body)
  const at = rows.findIndex(({ path }) => path.join('.') === key)
  const isPart = selected.length > 0 && part !== null
  const remove = () => session.step((now) => withoutPart(now, selected))
  const copy = () => session.step((now) => withCopy(now, selected))
  const move = (by: -1 | 1) => session.step((now) => withMoved(now, selected, by))
  const go = (to: number) => {
    const row = rows[Math.max(0, Math.min(to, rows.length - 1))]
    if (row) session.select(row.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key: pressed, altKey, ctrlKey, metaKey } = event
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => (altKey ? move(1) : go(at + 1)),
      ArrowUp: () => (altKey ? move(-1) : go(at - 1)),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ...(isPart && { Delete: remove, Backspace: remove }),
      ...(isPart && (ctrlKey || metaKey) && { d: copy }),
      ...(part && textHolders.has(part.name) && { Enter: () => session.editText() }),
    }
    const step = steps[pressed]
    if (!step) return
    event.preventDefault()
    step()
  }
  return (
    <section aria-label={t('structure')} className={classes['structure']}>
      <h3 className={classes['heading']}>{t('structure')}</h3>
      <ul ref={list} role="tree" aria-label={t('structure')} className={classes['tree']}>
        {rows.map(({ path, node, position, siblings }) => (
          <li
            key={path.join('.')}
            role="treeitem"
            aria-level={path.length + 1}
            aria-posinset={position}
            aria-setsize={siblings}
            aria-selected={path.join('.') === key}
            tabIndex={path.join('.') === key || (at < 0 && path.length === 0) ? 0 : -1}
            data-row={path.join('.')}
            className={classes['row']}
            style={{ paddingInlineStart: 8 + path.length * 12 }}
            onClick={() => session.select(path)}
            onKeyDown={onKeyDown}
          >
            <Name node={node} />
          </li>
        ))}
      </ul>
      <div className={classes['rowTools']}>
        <Tool label={t('moveUp')} disabled={!isPart || !withMoved(body, selected, -1)} act={() => move(-1)}>
          <IconArrowUp size={16} aria-hidden="true" />
        </Tool>
        <Tool label={t('moveDown')} disabled={!isPart || !withMoved(body, selected, 1)} act={() => move(1)}>
          <IconArrowDown size={16} aria-hidden="true" />
        </Tool>
        <Tool label={t('copyPart')} disabled={!isPart} act={copy}>
          <IconCopy size={16} aria-hidden="true" />
        </Tool>
        <Tool
          label={t('onlyIf')}
          disabled={!isPart || part.name === betweenName}
          act={() => session.step((now) => withCondition(now, selected, 'language = sv'))}
        >
          <IconGitBranch size={16} aria-hidden="true" />
        </Tool>
        <Tool label={t('deletePart')} disabled={!isPart} act={remove}>
          <IconTrash size={16} aria-hidden="true" />
        </Tool>
      </div>
      <p className={classes['hint']}>{t('structureHelp')}</p>
    </section>
  )
}

function Tool({
  label,
  disabled,
  act,
  children,
}: {
  label: string
  disabled: boolean
  act: () => void
  children: React.ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" aria-label={label} disabled={disabled} onClick={act}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

/** What a part is, and how its text begins. */
function Name({ node }: { node: DesignNode }) {
  const name = useElementName(node.name)
  const text = beginning(node)
  return (
    <>
      <span>{name}</span>
      {text !== '' && <span className={classes['beginning']}>{text}</span>}
    </>
  )
}

/** The name of an element for people. */
export function useElementName(name: string): string {
  const t = useTexts()
  if (name === betweenName) return t('element_between')
  return isElementName(name) ? t(`element_${name}`) : name
}

/** How the text of a part begins; an image's is what it shows. */
function beginning({ content, attributes }: DesignNode): string {
  if (content === null) return attributes['alt'] ?? ''
  const plain = new DOMParser().parseFromString(content, 'text/html').body.textContent ?? ''
  return plain.trim().replaceAll(/\s+/g, ' ').slice(0, 40)
}

function rowsOf(body: DesignNode): Row[] {
  const walk = (node: DesignNode, path: DesignPath, position: number, siblings: number): Row[] => [
    { node, path, position, siblings },
    ...node.children.flatMap((child, at) => walk(child, [...path, at], at + 1, node.children.length)),
  ]
  return walk(body, [], 1, 1)
}
