import { Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { DraftState } from '@gensvar/contract/dashboard-editor'
import { useCallback, useMemo, useState } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { useKeptDraft } from '#web/lib/use-kept-draft.ts'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { CategoriesPane } from './categories/categories-pane.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { keepMine, makeKeeper } from './draft-keeper.ts'
import { DraftText } from './draft-text.tsx'
import { EditorHead } from './editor-head.tsx'
import { useSurveyFacts } from './forms/use-survey-facts.ts'
import { Preview } from './preview.tsx'
import { outlineOf } from './structure/draft-pages.ts'
import type { DraftPage } from './structure/draft-pages.ts'
import type { Path } from './structure/edit-text.ts'
import { StructurePane } from './structure/structure-pane.tsx'
import { editsOf } from './structure/structure-edits.ts'
import type { ShownLines } from './structure/structure-edits.ts'
import { useTexts } from './texts.ts'
import { useCalm } from './use-calm.ts'
import { useLast } from './use-last.ts'
import { useProblems } from './use-problems.ts'
import { useValue } from './use-value.ts'
import { Versions } from './versions.tsx'
import classes from './dashboard-editor.module.css'

/** Milliseconds without a key or scrolling before the page of a text that is typed is drawn, once it is saved. */
const drawAfter = 1500

const noPages: readonly DraftPage[] = []

interface Props {
  survey: string
  saved: DraftState
}

/** The configuration of a survey as text, and beside it the page as it will be; drafts are saved as they change. */
export function DashboardEditor({ survey, saved }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const start = useSurveyStart()
  const isWide = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false })
  const [keeper] = useState(() => makeKeeper(survey, saved))
  const draft = useKeptDraft(keeper)
  const problems = useProblems(survey, draft.settled)
  const [tab, setTab] = useState<string>('structure')
  const [page, setPage] = useState(start.startPage)
  const [chosen, setChosen] = useState<Path | null>(null)
  const [lines, setLines] = useState<ShownLines | null>(null)
  const tabs = ['structure', 'categories', 'yaml', 'versions', ...(isWide ? [] : (['preview'] as const))] as const
  const openTab = tabs.some((name) => name === tab) ? tab : 'structure'
  // Changes of the structure begin with what it shows, which is therefore never behind the text.
  const value = useValue(draft.settled, openTab === 'structure' || openTab === 'categories')
  const outline = useMemo(() => value && outlineOf(value, (title) => text(title as string)), [value, text])
  const shownOutline = useLast(outline)
  const facts = useSurveyFacts(survey, shownOutline?.value)
  const pageTitle = shownOutline?.pages.find(({ extname }) => extname === page)?.title
  useScreenTitle(pageTitle === undefined ? '' : t('title', { survey: pageTitle }))
  // What cannot be shown leaves the last state that could.
  const isShowable = draft.saving === 'saved' && problems.isCurrent && problems.errors === 0
  const { isDraft, version } = draft.saved
  const showable = useLast(isShowable ? (isDraft ? version : 0) : null)
  // Drawing the page takes many frames: beside the text it waits until nobody types or scrolls.
  const calmVersion = useCalm(showable, drawAfter)
  const shownVersion = openTab === 'yaml' ? calmVersion : showable
  const open = (name: string) => {
    // What is opened begins with the text as it is.
    keeper.settle()
    setTab(name)
  }
  const showLines = (shown: ShownLines) => {
    setLines(shown)
    setTab('yaml')
  }
  const showPage = useCallback((name: string) => {
    setPage(name)
    setChosen(null)
  }, [])
  const preview = (
    <Preview
      survey={survey}
      pages={shownOutline?.pages ?? noPages}
      version={shownVersion ?? 0}
      published={draft.saved.published.number}
      shown={page}
      onShow={showPage}
      note={problems.errors > 0 ? t('previewOld') : null}
    />
  )
  return (
    <div className={classes['screen']}>
      <EditorHead survey={survey} keeper={keeper} draft={draft} problems={problems} title={text(start.survey.title)} />
      {draft.saving === 'conflict' && (
        <ConflictNotice
          reason={draft.reason}
          words={{ text: t('conflictText'), takeTheirs: t('takeTheirs'), keepMine: t('keepMine') }}
          onTakeTheirs={() => keeper.takeTheirs()}
          onKeepMine={() => keepMine(keeper)}
        />
      )}
      <div className={classes['columns']}>
        <Tabs
          value={openTab}
          onChange={(value) => open(value ?? 'structure')}
          keepMounted={false}
          className={classes['edited']}
        >
          <Tabs.List className={classes['tabs']}>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(name)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="structure" pt={12}>
            <StructurePane
              facts={facts}
              keeper={keeper}
              outline={outline}
              shownPage={page}
              onShowPage={showPage}
              chosen={chosen}
              onChoose={setChosen}
              onShowLines={showLines}
            />
          </Tabs.Panel>
          <Tabs.Panel value="categories" pt={12}>
            <CategoriesPane
              survey={survey}
              outline={outline}
              problems={problems.problems}
              edits={editsOf(keeper, showLines)}
            />
          </Tabs.Panel>
          <Tabs.Panel value="yaml" pt={12}>
            <DraftText facts={facts} keeper={keeper} problems={problems.marks} shown={lines} />
          </Tabs.Panel>
          <Tabs.Panel value="versions" pt={12}>
            <Versions survey={survey} keeper={keeper} draft={draft} />
          </Tabs.Panel>
          {!isWide && (
            <Tabs.Panel value="preview" pt={12}>
              {preview}
            </Tabs.Panel>
          )}
        </Tabs>
        {isWide && preview}
      </div>
    </div>
  )
}
