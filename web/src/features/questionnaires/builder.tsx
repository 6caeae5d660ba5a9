import { Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { QuestionnaireState } from '@gensvar/contract/questionnaires'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ConflictNotice } from '#web/features/dashboard-editor/service.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { useKeptDraft } from '#web/lib/use-kept-draft.ts'
import { focusField, shownField } from '#web/ui/form/form-place.ts'
import { AroundForm } from './around-form.tsx'
import { BuilderHead } from './builder-head.tsx'
import { BuilderProvider } from './builder-parts.ts'
import type { BuilderParts } from './builder-parts.ts'
import { QuestionnaireKeeper } from './keeper.ts'
import { LanguageBar } from './language-bar.tsx'
import { Outline } from './outline.tsx'
import { Preview } from './preview.tsx'
import { ProblemList } from './problem-list.tsx'
import { OutsideNotice } from './publishing/outside-changes.tsx'
import { Versions } from './publishing/versions.tsx'
import { QuestionForm } from './question-form.tsx'
import { useTexts } from './texts.ts'
import { useProblems } from './use-problems.ts'
import classes from './builder.module.css'

type Tab = 'questions' | 'question' | 'around' | 'versions' | 'preview'

const wideTabs: readonly Tab[] = ['questions', 'around', 'versions']
const narrowTabs: readonly Tab[] = ['questions', 'question', 'around', 'preview', 'versions']

interface Props {
  survey: string
  saved: QuestionnaireState
}

/** The questionnaire of a survey: its questions, the form of one, and the page as a phone shows it. */
export function Builder({ survey, saved }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const isWide = useMediaQuery('(min-width: 1280px)', true, { getInitialValueInEffect: false })
  const [keeper] = useState(() => new QuestionnaireKeeper(survey, saved))
  const draft = useKeptDraft(keeper)
  const document = draft.settled
  const problems = useProblems(survey, document, draft.saved.check)
  const [tab, setTab] = useState<Tab>('questions')
  const [wanted, setWanted] = useState<string | null>(document.questions[0]?.key ?? null)
  const [beside, setBeside] = useState<Locale | null>(document.languages[1] ?? null)
  const [goal, setGoal] = useState<string | null>(null)
  const edited = useRef<HTMLDivElement>(null)
  const title = text(draft.saved.title)
  useScreenTitle(t('title', { survey: title }))
  const [main = 'en'] = document.languages
  const other = beside !== null && beside !== main && document.languages.includes(beside) ? beside : null
  const chosen = document.questions.some(({ key }) => key === wanted) ? wanted : null
  const tabs = isWide ? wideTabs : narrowTabs
  const openTab = tabs.includes(tab) ? tab : 'questions'

  const parts = useMemo<BuilderParts>(() => {
    const byPath = new Map(problems.all.toReversed().map((problem) => [problem.path, problem]))
    return {
      ...{ keeper, saved: draft.saved, main, other },
      problemAt: (path) => byPath.get(path),
      edit: (change, isTyped) => keeper.change(change(keeper.value), isTyped),
    }
  }, [keeper, draft.saved, main, other, problems.all])

  // The field that is led to is there once its area is drawn.
  useEffect(() => {
    if (goal === null || edited.current === null) return
    const path = shownField(edited.current, goal)
    setGoal(null)
    if (path === null) return
    focusField(edited.current, path)
    edited.current.querySelector(`[data-path="${CSS.escape(path)}"]`)?.scrollIntoView({ block: 'center' })
  }, [goal])

  function choose(question: string | null, isNew = false): void {
    keeper.settle()
    setWanted(question)
    if (question !== null && !isWide && (isNew || tab === 'questions')) setTab('question')
    if (question !== null && isNew) setGoal(`questions.${question}.wording.${keeper.value.languages[0] ?? 'en'}`)
  }

  function showProblem(path: string): void {
    const steps = path.split('.')
    const language = steps.at(-1) ?? ''
    if (isLocale(language) && language !== main) setBeside(language)
    if (steps[0] === 'questions') {
      setWanted(steps[1] ?? null)
      setTab(isWide ? 'questions' : 'question')
    } else setTab('around')
    setGoal(path)
  }

  const preview = <Preview survey={survey} document={document} language={other ?? main} chosen={chosen} />
  const outline = <Outline document={document} problems={problems} chosen={chosen} onChoose={choose} />
  const form =
    chosen === null ? <p className={classes['note']}>{t('chooseQuestion')}</p> : <QuestionForm question={chosen} />
  return (
    <BuilderProvider value={parts}>
      <div className={classes['screen']}>
        <BuilderHead survey={survey} title={title} keeper={keeper} draft={draft} problems={problems} />
        {draft.saving === 'conflict' && (
          <ConflictNotice
            reason={draft.reason}
            words={{ text: t('conflictText'), takeTheirs: t('takeTheirs'), keepMine: t('keepMine') }}
            onTakeTheirs={() => keeper.takeTheirs()}
            onKeepMine={() => keeper.keepMine()}
          />
        )}
        {draft.saving !== 'conflict' && draft.saved.overtaken !== null && (
          <OutsideNotice keeper={keeper} overtaken={draft.saved.overtaken} />
        )}
        <ProblemList document={document} problems={problems} isOpen={isWide} onShow={showProblem} />
        <div className={classes['columns']}>
          <Tabs
            ref={edited}
            value={openTab}
            onChange={(value) => {
              keeper.settle()
              setTab(tabs.find((one) => one === value) ?? 'questions')
            }}
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
            {openTab !== 'versions' && <LanguageBar document={document} other={other} onChoose={setBeside} />}
            <Tabs.Panel value="questions" pt={12}>
              {isWide ? (
                <div className={classes['areas']}>
                  <div className={classes['side']}>{outline}</div>
                  <div>{form}</div>
                </div>
              ) : (
                outline
              )}
            </Tabs.Panel>
            {!isWide && (
              <Tabs.Panel value="question" pt={12}>
                {form}
              </Tabs.Panel>
            )}
            <Tabs.Panel value="around" pt={12}>
              <AroundForm />
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
    </BuilderProvider>
  )
}
