import classes from './tasks.module.css'
import { TasksSection } from './tasks-section.tsx'
import { useTexts } from './texts.ts'

/** Root's page of tasks: those of the organisation and of the installation. */
export function TasksPage() {
  const t = useTexts()
  return (
    <>
      <h1 className={classes['title']}>{t('title')}</h1>
      {/* Keeps the card as high as its rows: on its own it would fill the screen. */}
      <div>
        <TasksSection />
      </div>
    </>
  )
}
