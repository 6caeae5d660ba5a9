import { UnstyledButton } from '@mantine/core'
import { Compartment, EditorSelection } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { memo, useCallback, useEffect, useId, useImperativeHandle, useRef } from 'react'
import type { CodeEditorProps, CodeProblem } from './code-types.ts'
import { extensionsOf, languageOf, lockOf, markProblems, offsetOf, replaceText, selectLines } from './extensions.ts'
import type { Live } from './extensions.ts'
import { useTexts } from './texts.ts'
import { usePhrases } from './use-phrases.ts'
import classes from './code-editor.module.css'

const none: readonly never[] = []

/** The editor itself with the list of its problems; see `CodeEditor`. */
export function CodeView(props: CodeEditorProps) {
  const { value, language, label, readOnly = false, problems = none, height } = props
  const t = useTexts()
  const hintId = useId()
  const phrases = usePhrases()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const parts = useRef({ language: new Compartment(), lock: new Compartment(), name: new Compartment() })
  const live = useRef<Live>({ onChange: props.onChange, suggest: props.completions, shortcuts: none })
  useEffect(() => {
    live.current = { onChange: props.onChange, suggest: props.completions, shortcuts: props.shortcuts ?? none }
  })

  // The editor is made once, with what is there then; what changes later is given to it below.
  const first = useRef({ phrases, value })
  useEffect(() => {
    const { language: inLanguage, lock, name } = parts.current
    const made = new EditorView({
      doc: first.current.value,
      extensions: [extensionsOf(live, first.current.phrases), inLanguage.of([]), lock.of([]), name.of([])],
      ...(place.current !== null && { parent: place.current }),
    })
    view.current = made
    return () => {
      made.destroy()
      view.current = null
    }
  }, [])
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.language.reconfigure(languageOf(language)) })
  }, [language])
  useEffect(() => {
    const names = EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': hintId, tabindex: '0' })
    view.current?.dispatch({
      effects: [parts.current.lock.reconfigure(lockOf(readOnly)), parts.current.name.reconfigure(names)],
    })
  }, [readOnly, label, hintId])
  useEffect(() => {
    if (view.current !== null) replaceText(view.current, value)
  }, [value])
  useEffect(() => {
    if (view.current !== null) markProblems(view.current, problems)
  }, [problems])

  const { shown = null } = props
  useEffect(() => {
    if (view.current !== null && shown !== null) selectLines(view.current, shown)
  }, [shown])

  useImperativeHandle(props.handle, () => ({
    insert(text) {
      view.current?.dispatch(view.current.state.replaceSelection(text), { scrollIntoView: true })
      view.current?.focus()
    },
  }))

  const goTo = useCallback((problem: CodeProblem) => {
    if (view.current === null) return
    const selection = EditorSelection.single(offsetOf(view.current.state.doc, problem))
    view.current.dispatch({ selection, scrollIntoView: true })
    view.current.focus()
  }, [])
  return (
    <div data-path={props['data-path']}>
      <div ref={place} className={classes['frame']} style={{ height }} />
      <p id={hintId} className={classes['under']}>
        {t('leaveHint')}
      </p>
      <Problems problems={problems} onChoose={goTo} />
    </div>
  )
}

/** The problems as a list, for those who do not see marks; choosing one goes to its place. */
const Problems = memo(function Problems({
  problems,
  onChoose,
}: {
  problems: readonly CodeProblem[]
  onChoose: (problem: CodeProblem) => void
}) {
  const t = useTexts()
  return (
    <div role="status">
      {problems.length > 0 && (
        <ul aria-label={t('problems')} className={classes['problems']}>
          {problems.map((problem) => (
            <li key={`${problem.line}:${problem.column}:${problem.message}`}>
              <UnstyledButton className={classes['problem']} onClick={() => onChoose(problem)}>
                <span className={classes['place']}>
                  {problem.column === null
                    ? t('atLine', { line: problem.line })
                    : t('atColumn', { line: problem.line, column: problem.column })}
                </span>
                <span className={classes[problem.severity]}>{problem.message}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
})
