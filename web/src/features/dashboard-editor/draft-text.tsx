import { memo, useMemo } from 'react'
import { useSuggestYaml } from '#web/features/scripts/service.ts'
import { CodeEditor } from '#web/ui/code-editor/code-editor.tsx'
import { useStore } from '#web/lib/store.ts'
import type { CodeProblem } from '#web/ui/code-editor/code-types.ts'
import type { DraftKeeper } from './draft-keeper.ts'
import type { ShownLines } from './structure/structure-edits.ts'
import type { SurveyFacts } from './forms/service.ts'
import { useTexts } from './texts.ts'

interface Props {
  facts: SurveyFacts
  keeper: DraftKeeper
  problems: readonly CodeProblem[]
  /** Lines to select. */
  shown: ShownLines | null
}

/** The configuration as text. It alone follows every key. */
export const DraftText = memo(function DraftText({ facts, keeper, problems, shown }: Props) {
  const t = useTexts()
  const value = useStore(keeper.typed, ({ value }) => value)
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
      value={value}
      onChange={(text) => keeper.change(text, true)}
      problems={problems}
      shown={shown}
      completions={suggest}
      shortcuts={shortcuts}
    />
  )
})
