import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { PlacedConfigurationProblem } from '@gensvar/contract/dashboard-editor'
import { currentLocale } from '#web/lib/i18n.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { removeAt, setAt } from '../structure/edit-text.ts'
import type { Path } from '../structure/edit-text.ts'
import { freeName, nameFor } from '../structure/names.ts'
import { valueAt } from '../structure/draft-pages.ts'
import type { DraftOutline } from '../structure/draft-pages.ts'
import type { StructureEdits } from '../structure/structure-edits.ts'
import { useTexts } from '../texts.ts'
import { CategoryPanel } from './category-panel.tsx'
import classes from './categories.module.css'
import { categoriesOf, isAt } from './draft-categories.ts'
import type { DraftCategory } from './draft-categories.ts'

const NewCategoryDialog = whenOpened(() => import('./new-category-dialog.tsx').then((file) => file.NewCategoryDialog))

interface Props {
  survey: string
  /** Null where the text cannot be read. */
  outline: DraftOutline | null
  problems: readonly PlacedConfigurationProblem[]
  edits: StructureEdits
}

/** The categories that comments are sorted into: added, named, given patterns, tried and removed. */
export function CategoriesPane({ survey, outline, problems, edits }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const [chosen, setChosen] = useState<string | null>(null)
  // Where a new category comes: the path of the map that holds it.
  const [addsTo, setAddsTo] = useState<Path>(['taxonomy'])
  const [isAdding, setAdding] = useState(false)
  if (outline === null) return <p className={classes['note']}>{t('unreadable')}</p>
  const categories = categoriesOf(outline.value)
  const category = categories.find(({ fullName }) => fullName === chosen) ?? categories[0]
  const titleOf = ({ name, value }: DraftCategory) => text(value['title'] as Parameters<typeof text>[0]) || name
  const ask = (path: Path) => {
    setAddsTo(path)
    setAdding(true)
  }
  const add = (title: string) => {
    const beside = valueAt(outline.value, addsTo)
    const name = freeName(nameFor(title), Object.keys((beside as object | undefined) ?? {}))
    edits.edit((written) => setAt(written, [...addsTo, name], { title: { [currentLocale()]: title } }))
    const parent = categories.find(({ path }) => path.length + 1 === addsTo.length && isPrefix(path, addsTo))
    setChosen(parent === undefined ? name : `${parent.fullName}/${name}`)
    setAdding(false)
  }
  const addButton = (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} aria-hidden="true" />}
      onClick={() => ask(['taxonomy'])}
    >
      {t('addCategory')}
    </Button>
  )
  return (
    <div className={classes['pane']}>
      <Card title={t('categories')} actions={addButton}>
        {categories.length === 0 && <p className={classes['note']}>{t('noCategories')}</p>}
        <ul className={classes['tree']}>
          {categories.map((one) => {
            const isWrong = problems.some((problem) => problem.severity === 'error' && isAt(problem, one.path))
            return (
              <li key={one.fullName}>
                <button
                  type="button"
                  className={classes['entry']}
                  style={{ paddingInlineStart: 12 + 20 * one.depth }}
                  aria-pressed={one === category}
                  onClick={() => setChosen(one.fullName)}
                >
                  {titleOf(one)}
                  {isWrong && (
                    <span
                      role="img"
                      aria-label={t('hasProblems')}
                      title={t('hasProblems')}
                      className={classes['wrong']}
                    >
                      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
                    </span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      </Card>
      {category !== undefined && (
        <CategoryPanel
          key={category.fullName}
          survey={survey}
          category={category}
          title={titleOf(category)}
          problems={problems}
          edits={edits}
          onAddInside={() => ask([...category.path, 'children'])}
          onRemove={() => {
            edits.edit((written) => removeAt(written, category.path))
            setChosen(null)
          }}
        />
      )}
      <NewCategoryDialog opened={isAdding} onAdd={add} onClose={() => setAdding(false)} />
    </div>
  )
}

function isPrefix(path: Path, of: Path): boolean {
  return path.every((key, at) => of[at] === key)
}
