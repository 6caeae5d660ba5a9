import { Modal, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { kindGroups, kindIcons } from './kind-groups.ts'
import type { KindGroup, OfferedKind } from './kind-groups.ts'
import { startingValue } from './new-component.ts'
import type { NewComponent } from './new-component.ts'
import type { SurveyFacts } from './survey-facts.ts'
import { kindAbout, kindTitle, useTexts } from './texts.ts'
import classes from './add-component.module.css'

interface Props {
  opened: boolean
  facts: SurveyFacts
  /** Takes the component to add, whose settings the survey can show; then the dialog is to be closed. */
  onAdd: (component: NewComponent) => void
  onClose: () => void
}

const groups = Object.keys(kindGroups) as KindGroup[]

/** A gallery of all kinds of component, from which one is added. */
export function AddComponent({ opened, facts, onAdd, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const [wanted, setWanted] = useState('')
  const words = wanted.trim().toLowerCase()
  const isFound = (kind: OfferedKind) => `${kindTitle(kind)} ${kindAbout(kind)} ${kind}`.toLowerCase().includes(words)
  const found = groups
    .map((group) => ({ group, kinds: (kindGroups[group] as readonly OfferedKind[]).filter(isFound) }))
    .filter(({ kinds }) => kinds.length > 0)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('addComponent')}
      size={820}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <div className={classes['gallery']}>
        <TextInput
          type="search"
          data-autofocus
          aria-label={t('findKind')}
          placeholder={t('findKind')}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        {found.map(({ group, kinds }) => (
          <section key={group}>
            <h3 className={classes['group']}>{t(`group_${group}`)}</h3>
            <ul className={classes['kinds']}>
              {kinds.map((kind) => (
                <Kind key={kind} kind={kind} component={startingValue(kind, facts)} onAdd={onAdd} />
              ))}
            </ul>
          </section>
        ))}
        <p role="status" className={classes['none']}>
          {found.length === 0 ? t('noMatch') : ''}
        </p>
      </div>
    </Modal>
  )
}

interface KindProps {
  kind: OfferedKind
  /** Null where the survey has nothing that it could show. */
  component: NewComponent | null
  onAdd: (component: NewComponent) => void
}

/** A kind with its picture, name and a sentence. */
function Kind({ kind, component, onAdd }: KindProps) {
  const t = useTexts()
  const Sign = kindIcons[kind]
  return (
    <li>
      <UnstyledButton
        className={classes['kind'] ?? ''}
        disabled={component === null}
        onClick={() => component && onAdd(component)}
      >
        <Sign size={24} stroke={1.5} aria-hidden="true" />
        <span>
          <span className={classes['name']}>{kindTitle(kind)}</span>{' '}
          <span className={classes['about']}>{component === null ? t('nothingToShow') : kindAbout(kind)}</span>
        </span>
      </UnstyledButton>
    </li>
  )
}
