import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { OrderList } from '#web/ui/order-list.tsx'
import { useTexts } from '../texts.ts'
import type { DraftOutline } from './draft-pages.ts'
import { insertAt, moveAt } from './edit-text.ts'
import { freeName, moveOf, nameFor } from './names.ts'
import type { StructureEdits } from './structure-edits.ts'
import classes from './structure.module.css'

const NewPageDialog = whenOpened(() => import('./new-page-dialog.tsx').then((file) => file.NewPageDialog))

interface Props {
  outline: DraftOutline
  shown: string | null
  onShow: (page: string) => void
  edits: StructureEdits
}

/** The pages in the order of the menu. */
export function PagesList({ outline, shown, onShow, edits }: Props) {
  const t = useTexts()
  const [isAdding, setAdding] = useState(false)
  const names = outline.pages.map(({ extname }) => extname)
  const add = (title: string) => {
    const extname = freeName(nameFor(title), names)
    edits.edit((text) => insertAt(text, ['pages'], names.length, { extname, title, components: [] }))
    setAdding(false)
    onShow(extname)
  }
  return (
    <Card
      title={t('pages')}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {t('addPage')}
        </Button>
      }
    >
      <div className={classes['scroll']}>
        <OrderList
          label={t('pages')}
          items={outline.pages.map(({ extname, title }) => ({ key: extname, title }))}
          chosen={shown}
          onChoose={onShow}
          onOrder={(after) => {
            const move = moveOf(names, after)
            if (move !== null) edits.edit((text) => moveAt(text, ['pages'], move.from, move.to))
          }}
        />
      </div>
      <NewPageDialog opened={isAdding} onAdd={add} onClose={() => setAdding(false)} />
    </Card>
  )
}
