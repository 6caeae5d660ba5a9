import { useMemo } from 'react'
import { useTexts } from './texts.ts'

/** The editor's own words in the language of the screen, by what the library calls them. */
export function usePhrases(): Record<string, string> {
  const t = useTexts()
  return useMemo(
    () => ({
      Find: t('find'),
      Replace: t('replaceWith'),
      next: t('next'),
      previous: t('previous'),
      all: t('all'),
      'match case': t('matchCase'),
      regexp: t('regexp'),
      'by word': t('byWord'),
      replace: t('replace'),
      'replace all': t('replaceAll'),
      close: t('close'),
      'current match': t('currentMatch'),
      'on line': t('onLine'),
      'replaced match on line $': t('replacedOn', { line: '$' }),
      'replaced $ matches': t('replacedMany', { matches: '$' }),
      'Go to line': t('goToLine'),
      go: t('go'),
      Completions: t('completions'),
      Diagnostics: t('problems'),
      'No diagnostics': t('noProblems'),
      'Control character': t('controlCharacter'),
      'Selection deleted': t('selectionDeleted'),
      'Fold line': t('fold'),
      'Unfold line': t('unfold'),
      'folded code': t('folded'),
      unfold: t('unfold'),
      '$ unchanged lines': t('unchanged', { lines: '$' }),
    }),
    [t],
  )
}
