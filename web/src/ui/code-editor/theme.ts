import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const field = {
  background: 'var(--gv-surface)',
  border: '1px solid var(--gv-line-strong)',
  borderRadius: '6px',
  color: 'var(--gv-ink)',
}

const frame = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--gv-ink)', backgroundColor: 'var(--gv-surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '20px',
    // Lines that come and go as it scrolls leave the rest of the page as it is.
    contain: 'content',
  },
  '.cm-content': { caretColor: 'var(--gv-ink)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--gv-ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--code-selection)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--code-line)' },
  '.cm-gutters': {
    backgroundColor: 'var(--gv-surface)',
    color: 'var(--gv-quiet)',
    borderRight: '1px solid var(--gv-line)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--gv-hover)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--gv-hover)',
    outline: '1px solid var(--gv-line-strong)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--gv-amber-soft)', outline: '1px solid var(--gv-amber-text)' },
  '.cm-searchMatch-selected': {
    backgroundColor: 'var(--gv-positive-soft)',
    outline: '2px solid var(--gv-positive-text)',
  },
  '.cm-foldPlaceholder': { ...field, padding: '0 6px' },
  '.cm-panels': { backgroundColor: 'var(--gv-page)', color: 'var(--gv-ink)', borderColor: 'var(--gv-line)' },
  '.cm-panel.cm-search': { padding: '8px 36px 8px 8px', fontFamily: 'inherit' },
  '.cm-panel.cm-search label': { fontSize: '13px', whiteSpace: 'nowrap' },
  '.cm-panel.cm-search [name=close]': { ...field, width: '28px', height: '28px', top: '6px', right: '6px' },
  '.cm-textfield': { ...field, fontSize: '13px', minHeight: '28px', padding: '2px 8px' },
  '.cm-button': { ...field, backgroundImage: 'none', fontSize: '13px', minHeight: '28px', padding: '2px 8px' },
  '.cm-button:active': { backgroundImage: 'none' },
  '.cm-tooltip': { ...field, borderRadius: '8px', boxShadow: 'var(--gv-shadow)', overflow: 'hidden' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--gv-hover)', color: 'var(--gv-ink)' },
  '.cm-completionDetail': { color: 'var(--gv-quiet)', fontStyle: 'normal' },
  '.cm-completionInfo': { maxWidth: '320px', padding: '8px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic': { padding: '6px 8px', maxWidth: '480px', overflowWrap: 'anywhere' },
  '.cm-changedLine': { backgroundColor: 'var(--gv-positive-soft)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--gv-negative-soft)', paddingLeft: '6px' },
  '.cm-changedText, .cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'underline' },
  '.cm-deletedChunk del': { textDecoration: 'none' },
  '.cm-collapsedLines': {
    background: 'var(--gv-page)',
    color: 'var(--gv-quiet)',
    padding: '4px 8px',
  },
  // The signs beside it are in few fonts.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"…"' },
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--gv-positive-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--gv-amber-text)' },
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--code-name)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--code-name)' },
  { tag: [tags.comment, tags.meta], color: 'var(--gv-quiet)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--gv-negative-text)' },
])

/** How code looks, in both schemes. */
export const looks: Extension = [frame, syntaxHighlighting(colours)]
