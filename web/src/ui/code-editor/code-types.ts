import type { Ref } from 'react'

/** The languages that the editor knows. */
export type CodeLanguage = 'yaml' | 'javascript' | 'xml'

/** Something to mark in a text. */
export interface CodeProblem {
  /** From 1. */
  line: number
  /** From 1; null for the whole line. */
  column: number | null
  severity: 'error' | 'warning' | 'info'
  message: string
}

/** One suggestion while somebody types. */
export interface CodeSuggestion {
  label: string
  /** What stands beside it, such as a signature. */
  detail?: string | undefined
  /** What is said of the chosen one. */
  info?: string | undefined
  /** What is written; the label where left out. */
  apply?: string | undefined
  kind?: 'function' | 'property' | 'text' | 'enum' | undefined
}

/** Where somebody types. */
export interface CodePlace {
  /** The whole text. */
  text: string
  /** Characters before the cursor. */
  offset: number
  /** The cursor's line up to the cursor. */
  before: string
}

/** Suggests what could be written from `from` on (characters before it in the text); null where there is nothing. */
export type SuggestCode = (place: CodePlace) => { from: number; suggestions: readonly CodeSuggestion[] } | null

/** A key combination inside the editor, such as `Mod-s`: Mod is Cmd on a Mac and Ctrl elsewhere. */
export interface CodeShortcut {
  key: string
  run: () => void
}

/** What can be done with an editor from outside. */
export interface CodeHandle {
  /** Writes a text in the place of the selection, and gives the editor the focus. */
  insert: (text: string) => void
}

/** Props of the editor. */
export interface CodeEditorProps {
  /** Names the editor to a screen reader. */
  label: string
  value: string
  /** Called with the whole text after each change somebody makes. */
  onChange: (value: string) => void
  language: CodeLanguage
  readOnly?: boolean
  /** Is given the handle while the editor is drawn. */
  handle?: Ref<CodeHandle>
  problems?: readonly CodeProblem[]
  completions?: SuggestCode
  shortcuts?: readonly CodeShortcut[]
  /** Lines to select and bring into sight, from 1; each new object does so again. */
  shown?: { line: number; endLine: number } | null
  /** Pixels, or any length of CSS. */
  height?: number | string
  /** The path of the form's field, where it stands in a form. */
  'data-path'?: string
}

/** Props of the comparison of two texts. */
export interface CodeDiffProps {
  label: string
  before: string
  after: string
  language: CodeLanguage
  /** Greatest height in pixels; what is longer scrolls. */
  maxHeight?: number
}
