import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { segmentsQuery } from '#web/lib/segments.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import classes from './interview.module.css'
import { useTexts } from './texts.ts'

/** The link back, and the interview's place in the hierarchy; each step links to its ranking. */
export function InterviewPath({ survey, drillPath }: { survey: string; drillPath: string }) {
  const t = useTexts()
  const router = useRouter()
  const { data } = useQuery(segmentsQuery(survey, drillPath))
  const leave = () => {
    if (router.history.canGoBack()) router.history.back()
    else router.history.push(paths.ranking(survey, drillPath))
  }
  return (
    <div className={classes['path']}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />}
        onClick={leave}
      >
        {t('back')}
      </Button>
      <nav aria-label={t('drillPath')}>
        <ol className={classes['steps']}>
          {data?.segments.map((segment) => (
            <li key={segment.path}>
              <AppLink href={paths.ranking(survey, segment.path)}>{segment.text}</AppLink>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  )
}
