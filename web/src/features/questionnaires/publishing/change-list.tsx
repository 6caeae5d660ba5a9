import type { DocumentChange } from '../document/changes.ts'
import { useTexts } from '../texts.ts'
import classes from '../builder.module.css'

const words = {
  added: 'changeAdded',
  removed: 'changeRemoved',
  changed: 'changeChanged',
  moved: 'changeMoved',
  around: 'changeAround',
  languages: 'changeLanguages',
} as const satisfies Record<DocumentChange['kind'], string>

/** What is different between two questionnaires, in words. */
export function ChangeList({ changes }: { changes: readonly DocumentChange[] }) {
  const t = useTexts()
  if (changes.length === 0) return <p className={classes['note']}>{t('noChanges')}</p>
  return (
    <ul className={classes['changes']}>
      {changes.map(({ kind, name }, at) => (
        // Two questions can have the same words.
        <li key={`${kind} ${name} ${at}`}>{t(words[kind], { name: name === '' ? t('unnamed') : name })}</li>
      ))}
    </ul>
  )
}
