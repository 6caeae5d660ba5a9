import { useViewportSize } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isKnownType, widgetTypes } from '@gensvar/contract/widgets/index'
import { paths } from '#web/paths.ts'
import type { GallerySearch } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { ComponentStates } from './component-states.tsx'
import { ExampleStage } from './example-stage.tsx'
import { GridSection } from './grid-section.tsx'
import classes from './gallery.module.css'
import { sections } from './sections.ts'
import type { Section } from './sections.ts'
import { useTexts } from './texts.ts'

function useGallerySearch(): GallerySearch {
  const searchStr = useLocation({ select: (location) => location.searchStr })
  return useMemo(() => Object.fromEntries(new URLSearchParams(searchStr)), [searchStr])
}

/** Everything that screens are made of, one part at a time, drawn from examples: nobody needs to be signed in. */
export function Gallery() {
  const t = useTexts()
  const { width, height } = useViewportSize()
  const search = useGallerySearch()
  const { part = '' } = search
  const section = sections.find(({ id }) => id === part)
  if (section?.isWholePage === true) return <section.View />
  const isIndex = section === undefined && !isKnownType(part)
  return (
    <main className={classes['page']}>
      <h1>{t('title')}</h1>
      <p>{t('window', { width, height })}</p>
      {isIndex ? (
        <>
          <GridSection />
          <Index />
        </>
      ) : (
        <>
          <AppLink href={paths.responsive()}>{t('index')}</AppLink>
          <h2>{section === undefined ? part : t(`section_${section.id}`)}</h2>
          <ExampleStage key={part}>
            <Part section={section} part={part} search={search} />
          </ExampleStage>
        </>
      )}
    </main>
  )
}

function Part({ section, part, search }: { section: Section | undefined; part: string; search: GallerySearch }) {
  if (section !== undefined) return <section.View />
  return isKnownType(part) ? <ComponentStates type={part} search={search} /> : null
}

/** All there is to look at: the parts of the interface, and the component types. */
function Index() {
  const t = useTexts()
  const lists = [
    { title: t('parts'), links: sections.map(({ id }) => ({ part: id, text: t(`section_${id}`) })) },
    { title: t('components'), links: widgetTypes.map((type) => ({ part: type, text: type })) },
  ]
  return (
    <nav aria-label={t('index')}>
      {lists.map(({ title, links }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul className={classes['index']}>
            {links.map(({ part, text }) => (
              <li key={part}>
                <AppLink href={paths.responsive({ part })}>{text}</AppLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
