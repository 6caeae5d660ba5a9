import { useLocalText } from '#web/lib/local-text.ts'
import type { DraftKeeper } from '../draft-keeper.ts'
import type { SurveyFacts } from '../forms/service.ts'
import { useTexts } from '../texts.ts'
import { ComponentPanel } from './component-panel.tsx'
import { ComponentsList } from './components-list.tsx'
import { componentOf, isRecord, valueAt } from './draft-pages.ts'
import type { DraftOutline } from './draft-pages.ts'
import type { Path } from './edit-text.ts'
import { PagePanel } from './page-panel.tsx'
import { PagesList } from './pages-list.tsx'
import { editsOf } from './structure-edits.ts'
import type { ShownLines } from './structure-edits.ts'
import classes from './structure.module.css'

interface Props {
  facts: SurveyFacts
  keeper: DraftKeeper
  /** Pages of the text as it is; null where it cannot be read. */
  outline: DraftOutline | null
  shownPage: string
  onShowPage: (page: string) => void
  /** The component that is set up, by its place in the text. */
  chosen: Path | null
  onChoose: (component: Path | null) => void
  onShowLines: (lines: ShownLines) => void
}

/** The pages and components of the draft as lists: added, moved, set up and removed, without writing YAML. */
export function StructurePane(props: Props) {
  const { facts, keeper, outline, shownPage, onShowPage, chosen, onChoose, onShowLines } = props
  const t = useTexts()
  const text = useLocalText()
  if (outline === null) return <p className={classes['note']}>{t('unreadable')}</p>
  const edits = editsOf(keeper, onShowLines)
  const pageAt = Math.max(
    0,
    outline.pages.findIndex(({ extname }) => extname === shownPage),
  )
  const page = outline.pages[pageAt]
  const value = chosen === null ? undefined : valueAt(outline.value, chosen)
  const component = isRecord(value) ? componentOf(value) : null
  return (
    <div className={classes['pane']}>
      <PagesList outline={outline} shown={page?.extname ?? null} onShow={onShowPage} edits={edits} />
      {page !== undefined && (
        <>
          <PagePanel key={page.extname} page={page} at={pageAt} edits={edits} onShow={onShowPage} outline={outline} />
          <ComponentsList
            facts={facts}
            page={page}
            pageAt={pageAt}
            chosen={chosen}
            onChoose={onChoose}
            edits={edits}
            titleOf={(title) => text(title as string)}
          />
          {component !== null && chosen !== null && (
            <ComponentPanel
              // By its place: its name may be what is being typed.
              key={`${chosen.join(' ')} ${component.type}`}
              outline={outline}
              component={component}
              facts={facts}
              path={chosen}
              edits={edits}
            />
          )}
        </>
      )}
    </div>
  )
}
