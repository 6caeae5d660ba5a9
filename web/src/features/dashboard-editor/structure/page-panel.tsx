import { Button, TextInput } from '@mantine/core'
import { IconCode, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { currentLocale } from '#web/lib/i18n.ts'
import { useTexts } from '../texts.ts'
import type { DraftOutline, DraftPage } from './draft-pages.ts'
import { removeAt, setAt } from './edit-text.ts'
import type { StructureEdits } from './structure-edits.ts'
import classes from './structure.module.css'

interface Props {
  outline: DraftOutline
  page: DraftPage
  at: number
  edits: StructureEdits
  onShow: (page: string) => void
}

/** The title of the page shown, and what is done with the whole page. */
export function PagePanel({ outline, page, at, edits, onShow }: Props) {
  const t = useTexts()
  const [title, setTitle] = useState<string | null>(null)
  const keep = () => {
    const wanted = title?.trim() ?? ''
    setTitle(null)
    if (wanted === '' || wanted === page.title) return
    const path = ['pages', at, 'title', ...(page.hasTitles ? [currentLocale()] : [])]
    edits.edit((text) => setAt(text, path, wanted))
  }
  const remove = () => {
    edits.edit((text) => removeAt(text, ['pages', at]))
    onShow(outline.pages[at === 0 ? 1 : at - 1]?.extname ?? '')
  }
  return (
    <div className={classes['page']}>
      <TextInput
        label={t('pageTitle')}
        value={title ?? page.title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && keep()}
        className={classes['grow']}
      />
      <Button
        variant="default"
        leftSection={<IconCode size={16} aria-hidden="true" />}
        onClick={() => edits.showInText(['pages', at])}
      >
        {t('showInText')}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={remove}>
        {t('removePage')}
      </Button>
    </div>
  )
}
