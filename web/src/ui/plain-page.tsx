import type { ReactNode } from 'react'
import classes from './plain-page.module.css'

/** A page outside the shell with a single notice. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes['ground']}>
      <article className={classes['panel']}>
        <img src={`${import.meta.env.BASE_URL}logo.svg`} alt="Gensvar" width={40} height={40} />
        <h1 className={classes['title']}>{title}</h1>
        <div className={classes['text']}>{children}</div>
      </article>
    </main>
  )
}
