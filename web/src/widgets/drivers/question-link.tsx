import { AppLink } from '#web/ui/app-link.tsx'
import classes from './drivers.module.css'
import { useTexts } from './texts.ts'

/** The name of a question, which leads to the interviews behind it where they may be opened. */
export function QuestionLink({ name, href }: { name: string; href: string | null }) {
  const t = useTexts()
  if (href === null) return name
  return (
    <AppLink href={href} className={classes['question']} title={t('openCases', { question: name })}>
      {name}
    </AppLink>
  )
}
