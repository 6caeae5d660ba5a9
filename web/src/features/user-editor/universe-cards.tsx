import { useLocalText } from '#web/lib/local-text.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import type { EditorData, EditorForm } from './editor-values.ts'
import { useTexts } from './texts.ts'
import { UniverseCard } from './universe-card.tsx'
import classes from './user-editor.module.css'

const headingId = 'user-editor-universes'

/** The cards of a user's universes: for root of all of them, for administrators of their own. */
export function UniverseCards({ form, data, survey }: { form: EditorForm; data: EditorData; survey: string }) {
  const t = useTexts()
  const text = useLocalText()
  const { universe } = useIdentity()
  const { 'data-path': path, error } = form.field('universeUsers')
  // That of the session first, then those that the user belongs to.
  const rank = (index: number): number => {
    const card = data.universeUsers[index]
    if (card?.universeName === universe) return 0
    return card?.createuser === true ? 1 : 2
  }
  const order = data.universeUsers.map((_, index) => index).toSorted((a, b) => rank(a) - rank(b))
  return (
    <div role="group" aria-labelledby={headingId} data-path={path} tabIndex={-1} className={classes['universes']}>
      <h2 id={headingId} className={classes['heading']}>
        {t('universes')}
      </h2>
      {error !== undefined && error !== null && <p className={classes['error']}>{error}</p>}
      {order.map((at) => {
        const card = data.universeUsers[at]
        return (
          card !== undefined && (
            <UniverseCard
              key={card.universeName}
              form={form}
              at={at}
              card={card}
              title={text(card.title) || card.universeName}
              survey={survey}
              userId={data.id}
              fullAccess={data.fullAccess}
            />
          )
        )
      })}
    </div>
  )
}
