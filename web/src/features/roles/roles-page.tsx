import classes from './roles.module.css'
import { RolesSection } from './roles-section.tsx'
import { useTexts } from './texts.ts'

/** The roles of the universe on a page of their own, for those who may not open the page of surveys. */
export function RolesPage({ survey }: { survey: string }) {
  const t = useTexts()
  return (
    <>
      <h1 className={classes['title']}>{t('title')}</h1>
      {/* Keeps the card as high as its rows. */}
      <div>
        <RolesSection survey={survey} />
      </div>
    </>
  )
}
