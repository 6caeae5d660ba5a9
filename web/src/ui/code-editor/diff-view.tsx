import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import type { CodeDiffProps } from './code-types.ts'
import { languageOf, lockOf } from './extensions.ts'
import { useTexts } from './texts.ts'
import { looks } from './theme.ts'
import { usePhrases } from './use-phrases.ts'
import classes from './code-editor.module.css'

/** The comparison of two texts in one column; see `CodeDiff`. */
export function DiffView({ label, before, after, language, maxHeight = 480 }: CodeDiffProps) {
  const t = useTexts()
  const phrases = useRef(usePhrases())
  const place = useRef<HTMLDivElement>(null)
  const isSame = before === after
  useEffect(() => {
    if (isSame || place.current === null) return undefined
    const view = new EditorView({
      doc: after,
      extensions: [
        EditorState.phrases.of(phrases.current),
        lineNumbers(),
        looks,
        languageOf(language),
        lockOf(true),
        EditorView.lineWrapping,
        EditorView.theme({
          '&': { height: 'auto', maxHeight: `${maxHeight}px` },
          '.cm-scroller': { overflow: 'auto' },
        }),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } }),
      ],
      parent: place.current,
    })
    return () => view.destroy()
  }, [before, after, isSame, language, label, maxHeight])
  if (isSame) return <p className="gv-quiet">{t('noDifference')}</p>
  return <div ref={place} className={classes['frame']} />
}
