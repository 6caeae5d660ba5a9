import { useMemo } from 'react'
import { useSuggestYaml } from '#web/features/scripts/service.ts'
import { CodeEditor } from '#web/ui/code-editor/code-editor.tsx'
import type { DraftKeeper, EditedDraft } from './draft-keeper.ts'
import type { ShownLines } from './structure/structure-edits.ts'
import type { SurveyFacts } from './forms/service.ts'
import { useTexts } from './texts.ts'
import type { DraftProblems } from './use-problems.ts'

interface Props {
  facts: SurveyFacts
  keeper: DraftKeeper
  draft: EditedDraft
  problems: DraftProblems
  /** Lines to select. */
  shown: ShownLines | null
}

/** The configuration as text. */
export function DraftText({ facts, keeper, draft, problems, shown }: Props) {
  const t = useTexts()
  const { questions, indicators } = facts
  const names = useMemo(
    () => [...indicators, ...questions.map(({ variable, title }) => ({ name: variable, title }))],
    [indicators, questions],
  )
  const suggest = useSuggestYaml(names)
  const shortcuts = useMemo(() => [{ key: 'Mod-s', run: () => void keeper.flush() }], [keeper])
  return (
    <CodeEditor
      label={t('configuration')}
      language="yaml"
      height="max(320px, calc(100dvh - 400px))"
      value={draft.text}
      onChange={(value) => keeper.change(value, true)}
      problems={problems.marks}
      shown={shown}
      completions={suggest}
      shortcuts={shortcuts}
    />
  )
}
