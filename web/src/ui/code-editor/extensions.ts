import type { Completion, CompletionContext } from '@codemirror/autocomplete'
import { indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { xml } from '@codemirror/lang-xml'
import { yaml } from '@codemirror/lang-yaml'
import { indentUnit } from '@codemirror/language'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import type { Diagnostic } from '@codemirror/lint'
import { Annotation, EditorState, Prec } from '@codemirror/state'
import type { Extension, Text } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import type { CodeLanguage, CodeProblem, CodeShortcut, SuggestCode } from './code-types.ts'
import { looks } from './theme.ts'

/** Marks a change that came from outside, so that it is not reported back. */
const fromOutside = Annotation.define<boolean>()

/** What the editor asks for when it is needed, so that it can change while the editor stays. */
export interface Live {
  onChange: (value: string) => void
  suggest: SuggestCode | undefined
  shortcuts: readonly CodeShortcut[]
}

/** Colours and indents of a language. */
export const languageOf = (language: CodeLanguage): Extension => [
  { yaml, javascript, xml }[language](),
  indentUnit.of('  '),
]

/** What a text that cannot be changed needs. */
export const lockOf = (readOnly: boolean): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({ 'aria-readonly': String(readOnly) }),
]

/** Everything that does not change while the editor is open. */
export function extensionsOf(live: { current: Live }, phrases: Record<string, string>): Extension {
  // The same one each time: another one would begin anew with every key.
  const suggestions = [{ autocomplete: (context: CompletionContext) => complete(context, live) }]
  return [
    Prec.highest(keymap.of([{ any: (_, event) => runShortcut(event, live.current.shortcuts) }])),
    EditorState.phrases.of(phrases),
    basicSetup,
    keymap.of([indentWithTab]),
    lintGutter(),
    looks,
    EditorState.languageData.of(() => suggestions),
    EditorView.updateListener.of((update) => {
      const isOwn = update.transactions.every((one) => one.annotation(fromOutside) !== true)
      if (update.docChanged && isOwn) live.current.onChange(update.state.doc.toString())
    }),
  ]
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

function runShortcut(event: KeyboardEvent, shortcuts: readonly CodeShortcut[]): boolean {
  const isMod = isMac ? event.metaKey : event.ctrlKey
  if (!isMod || event.altKey || event.shiftKey) return false
  const found = shortcuts.find(({ key }) => key.toLowerCase() === `mod-${event.key.toLowerCase()}`)
  if (found === undefined) return false
  event.preventDefault()
  // A held key would start the same thing again and again.
  if (!event.repeat) found.run()
  return true
}

function complete(context: CompletionContext, live: { current: Live }) {
  const line = context.state.doc.lineAt(context.pos)
  const before = line.text.slice(0, context.pos - line.from)
  const found = live.current.suggest?.({ text: context.state.doc.toString(), offset: context.pos, before })
  if (found === undefined || found === null) return null
  // Without being asked, only where a word has begun or just after a dot.
  if (!context.explicit && found.from === context.pos && !before.endsWith('.')) return null
  const options = found.suggestions.map(({ label, detail, info, apply, kind }): Completion => ({
    label,
    type: kind ?? 'property',
    ...(detail !== undefined && { detail }),
    ...(info !== undefined && { info }),
    ...(apply !== undefined && { apply }),
  }))
  return { from: found.from, options, validFor: /^[\w-]*$/ }
}

/** Puts another text into the editor; what stays the same keeps the cursor where it is. */
export function replaceText(view: EditorView, text: string): void {
  const old = view.state.doc.toString()
  if (old === text) return
  const shorter = Math.min(old.length, text.length)
  let from = 0
  while (from < shorter && old[from] === text[from]) from += 1
  let same = 0
  while (same < shorter - from && old[old.length - 1 - same] === text[text.length - 1 - same]) same += 1
  view.dispatch({
    changes: { from, to: old.length - same, insert: text.slice(from, text.length - same) },
    annotations: fromOutside.of(true),
  })
}

/** The characters before a place in a text; places beyond its end are its end. */
export function offsetOf(doc: Text, { line, column }: Pick<CodeProblem, 'line' | 'column'>): number {
  const { from, to } = doc.line(Math.max(1, Math.min(line, doc.lines)))
  return Math.min(to, from + Math.max(0, (column ?? 1) - 1))
}

/** Marks problems in the text, from their place to the end of the line. */
export function markProblems(view: EditorView, problems: readonly CodeProblem[]): void {
  const { doc } = view.state
  const marks = problems.map((problem): Diagnostic => {
    const from = offsetOf(doc, problem)
    const { message, severity } = problem
    return { from, to: Math.max(from, doc.lineAt(from).to), severity, message }
  })
  view.dispatch(setDiagnostics(view.state, marks))
}

/** Selects lines, brings them into sight and gives the editor the focus; lines count from 1. */
export function selectLines(view: EditorView, { line, endLine }: { line: number; endLine: number }): void {
  const { doc } = view.state
  const lineAt = (number: number) => doc.line(Math.max(1, Math.min(number, doc.lines)))
  const { from } = lineAt(line)
  view.dispatch({
    selection: { anchor: lineAt(endLine).to, head: from },
    effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 40 }),
  })
  view.focus()
}
