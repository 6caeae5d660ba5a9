import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocalText } from '#web/lib/local-text.ts'
import { segmentsQuery } from '#web/lib/segments.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useLeave } from '#web/lib/use-leave.ts'
import { useUpKey } from '#web/lib/use-up-key.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import classes from './case-page.module.css'
import { useTexts } from './texts.ts'

const leaveKeys: readonly string[] = ['Backspace', 'Escape']

/** Leads to the screen before, also with Backspace and Escape; to an address if there is none. */
export function BackButton({ address }: { address: string }) {
  const t = useTexts()
  const leave = useLeave(address)
  useUpKey(leave, leaveKeys)
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />}
      onClick={leave}
    >
      {t('back')}
    </Button>
  )
}

/** Reads the title of the level that a drill path ends at; empty where it ends at none. */
function useLevelTitle(): (drillPath: string) => string {
  const text = useLocalText()
  const { views } = useSurveyStart().survey
  return (drillPath) => {
    const variable = drillPath.split(';').at(-1)?.split('=')[0]
    const level = views.flatMap(({ levels }) => levels).find((one) => one.variable === variable)
    return text(level?.title)
  }
}

/** The place of a response in the hierarchy; each step links to its ranking. */
export function PlaceSteps({ survey, drillPath, label }: { survey: string; drillPath: string; label: string }) {
  const { data } = useQuery(segmentsQuery(survey, drillPath))
  const levelOf = useLevelTitle()
  const segments = data?.segments ?? []
  return (
    <nav aria-label={label}>
      <ol className={classes['steps']}>
        {segments.map((segment, at) => (
          <li key={segment.path}>
            {/* The last one may be a person: without the level it reads like the name of whom the page is about. */}
            {at > 0 && at === segments.length - 1 && <span className={classes['level']}>{levelOf(segment.path)} </span>}
            <AppLink href={paths.ranking(survey, segment.path)}>{segment.text}</AppLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
