import { IconChevronRight } from '@tabler/icons-react'
import type { SignInResult } from '@gensvar/contract/identity'
import { useLocalText } from '#web/lib/local-text.ts'
import { useTexts } from './texts.ts'
import classes from './universe-list.module.css'

interface Props {
  universes: SignInResult['universes']
  /** The one that gets the focus first. */
  preselected: string | undefined
  /** The one being opened. */
  opening: string | undefined
  onChoose: (universe: string) => void
}

/** The universes a user may enter, each with title, name and host. */
export function UniverseList({ universes, preselected, opening, onChoose }: Props) {
  const t = useTexts()
  const text = useLocalText()
  return (
    <section aria-labelledby="choose-universe">
      <h2 id="choose-universe" className={classes['heading']}>
        {t('chooseUniverse')}
      </h2>
      <ul className={classes['list']}>
        {universes.map((universe) => (
          <li key={universe.name}>
            <button
              type="button"
              className={classes['universe']}
              autoFocus={universe.name === preselected}
              aria-busy={universe.name === opening}
              disabled={opening !== undefined}
              onClick={() => onChoose(universe.name)}
            >
              <span className={classes['words']}>
                <span className={classes['title']}>{text(universe.title)}</span>
                <span className={classes['detail']}>
                  {universe.name}
                  {universe.host !== '' && ` · ${universe.host}`}
                </span>
              </span>
              <IconChevronRight size={18} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
