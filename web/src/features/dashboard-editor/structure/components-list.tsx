import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import { AddComponent } from '../forms/service.ts'
import type { NewComponent, SurveyFacts } from '../forms/service.ts'
import { kindTitle } from '../forms/texts.ts'
import { useTexts } from '../texts.ts'
import { ComponentTree } from './component-tree.tsx'
import type { DraftPage } from './draft-pages.ts'
import { insertAt } from './edit-text.ts'
import type { Path } from './edit-text.ts'
import { listOfPage, placeOf } from './inner-lists.ts'
import type { ComponentList } from './inner-lists.ts'
import type { StructureEdits } from './structure-edits.ts'
import classes from './structure.module.css'

interface Props {
  facts: SurveyFacts
  page: DraftPage
  pageAt: number
  /** Place of the component that is set up. */
  chosen: Path | null
  onChoose: (component: Path | null) => void
  edits: StructureEdits
  /** A title in the language shown. */
  titleOf: (title: unknown) => string
}

/** The components of the page shown, and those inside them. */
export function ComponentsList({ facts, page, pageAt, chosen, onChoose, edits, titleOf }: Props) {
  const t = useTexts()
  const [addingTo, setAddingTo] = useState<ComponentList | null>(null)
  const list = listOfPage(pageAt, page.components)
  const label = t('componentsOf', { page: page.title })
  const add = (to: ComponentList, component: NewComponent) => {
    const entry = to.kind === 'tabs' ? { title: kindTitle(component.type), component } : component
    edits.edit((text) => insertAt(text, to.path, to.entries.length, entry))
    onChoose(placeOf(to, to.entries.length))
  }
  return (
    <Card
      title={label}
      actions={
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => setAddingTo(list)}
        >
          {t('addComponent')}
        </Button>
      }
    >
      {list.entries.length === 0 && <p className={classes['note']}>{t('noComponents')}</p>}
      <ComponentTree {...{ list, label, chosen, onChoose, edits, titleOf }} onAdd={setAddingTo} />
      <AddComponent
        opened={addingTo !== null}
        facts={facts}
        onAdd={(component) => {
          setAddingTo(null)
          if (addingTo) add(addingTo, component)
        }}
        onClose={() => setAddingTo(null)}
      />
    </Card>
  )
}
